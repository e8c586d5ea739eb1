import tab from "@bomb.sh/tab/commander";
import { buildProgram } from "../program/program.ts";
import { openSession } from "../session.ts";
import { bashScript } from "./bash-script.ts";
import { findSuggestions, noSuggestions, type Suggestion, type Suggestions } from "./find-suggestions.ts";
import { takeProgramOptions } from "./take-program-options.ts";

/** The longest that a person waits after the tab key. */
const timeoutMs = 300;

/** Runs `completion SHELL`, which prints a script, and `complete -- words`, which that script calls. */
export async function runCompletion(args: string[]): Promise<void> {
  if (args[0] === "completion" && args[1] === "bash" && args.length === 2) {
    process.stdout.write(bashScript);
    return;
  }
  const program = buildProgram(false, { hasCompletion: false });
  const completion = tab(program, { completionCommandName: "completion" });
  if (args[0] !== "complete") {
    await program.parseAsync(args, { from: "user" });
    return;
  }
  const { profile, words } = takeProgramOptions(args.slice(args[1] === "--" ? 2 : 1));
  addSuggestions(completion, await askServer(words, profile));
  // The library knows the program's own options on the program alone.
  const isProfileTyped = words.at(-2) === "--profile";
  await program.parseAsync(["complete", "--", ...(isProfileTyped ? words.slice(-2) : words)], {
    from: "user",
  });
}

/** Adds what was found to the commands. */
function addSuggestions(completion: ReturnType<typeof tab>, suggestions: Suggestions): void {
  const execute = completion.commands.get("execute");
  for (const { name, description, isBoolean, values } of suggestions.flags) {
    // An option of the command itself is no input of the tool.
    if (execute !== undefined && !execute.options.has(name)) {
      const complete = suggest(values.map((value) => [value, ""]));
      execute.option(name, description, ...(isBoolean ? [] : [complete]));
    }
  }
  for (const command of [completion, ...completion.commands.values()]) {
    for (const argument of command.arguments.values()) {
      argument.handler ??= suggest(suggestions.forArgument);
    }
    for (const option of command.options.values()) {
      if (option.isBoolean !== true && suggestions.forOption.length > 0) {
        option.handler = suggest(suggestions.forOption);
      }
    }
  }
}

const suggest =
  (suggestions: Suggestion[]) =>
  (complete: (text: string, description: string) => void): void => {
    for (const [text, description] of suggestions) {
      complete(text, description);
    }
  };

/** A server that is slow, or refuses, is no reason for an error in the middle of a person's line. */
async function askServer(words: string[], profile: string | undefined): Promise<Suggestions> {
  try {
    const session = await openSession(profile === undefined ? {} : { profile });
    return await findSuggestions(session.bowline, words, AbortSignal.timeout(timeoutMs));
  } catch {
    return noSuggestions;
  }
}
