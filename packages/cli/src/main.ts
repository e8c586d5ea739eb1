import { CommanderError } from "commander";
import { buildProgram } from "./program/program.ts";

/** Runs the command line and sets the process's exit code. @param args without the program's own name */
export async function main(args: string[]): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  // The reader of a pipe, such as `head`, may have read enough.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const isJson = args.includes("--json");
  const program = buildProgram(isJson);
  try {
    if (args.length === 0) {
      program.outputHelp();
      return;
    }
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return;
    }
    const { reportError } = await import("./output/report-error.ts");
    process.exitCode = reportError(error, isJson);
  }
}
