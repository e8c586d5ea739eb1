import tab from "@bomb.sh/tab/commander";
import { buildProgram } from "../program/program.ts";
import { openSession } from "../session.ts";
import { findSuggestions } from "./find-suggestions.ts";

/** The longest that a person waits after the tab key. */
const timeoutMs = 300;

/** Runs `completion SHELL`, which prints a script, and `complete -- words`, which that script calls. */
export async function runCompletion(args: string[]): Promise<void> {
  const program = buildProgram(false, { hasCompletion: false });
  const completion = tab(program, { completionCommandName: "completion" });
  if (args[0] === "complete") {
    const words = args.slice(args[1] === "--" ? 2 : 1);
    const suggestions = await askServer(words);
    for (const command of completion.commands.values()) {
      for (const argument of command.arguments.values()) {
        argument.handler ??= (complete) => {
          for (const [text, description] of suggestions) {
            complete(text, description);
          }
        };
      }
      for (const option of command.options.values()) {
        if (option.isBoolean !== true) {
          option.handler = (complete) => {
            for (const [text, description] of suggestions) {
              complete(text, description);
            }
          };
        }
      }
    }
  }
  await program.parseAsync(args, { from: "user" });
}

/** A server that is slow, or refuses, is no reason for an error in the middle of a person's line. */
async function askServer(words: string[]): Promise<[string, string][]> {
  try {
    const session = await openSession({});
    return await findSuggestions(session.bowline(), words, AbortSignal.timeout(timeoutMs));
  } catch {
    return [];
  }
}
