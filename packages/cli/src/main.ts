import { CommanderError } from "commander";
import { buildProgram } from "./program/program.ts";

/** Runs the command line and sets the process's exit code. @param args without the program's own name */
export async function main(args: string[]): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  process.stdout.on("error", endWithoutOutput);
  // Nobody reads what is said beside the result. The command goes on, and its exit code tells how it ended.
  process.stderr.on("error", () => undefined);
  if (args[0] === "complete" || (args[0] === "completion" && /^\w/.test(args[1] ?? ""))) {
    const { runCompletion } = await import("./complete/run-completion.ts");
    return await runProgram(() => runCompletion(args), false);
  }
  const isJson = args.includes("--json");
  const program = buildProgram(isJson);
  if (args.length === 0) {
    program.outputHelp();
    return;
  }
  await runProgram(() => program.parseAsync(args, { from: "user" }), isJson);
}

function endWithoutOutput({ code }: NodeJS.ErrnoException): never {
  // The reader of a pipe, such as `head`, may have read enough.
  if (code === "EPIPE") {
    process.exit(0);
  }
  process.stderr.write(`Error: The output cannot be written (${code}). A part of it may be missing.\n`);
  process.exit(1);
}

async function runProgram(run: () => Promise<unknown>, isJson: boolean): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return;
    }
    const { reportError } = await import("./output/report-error.ts");
    process.exitCode = reportError(error, isJson);
  }
}
