import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs a program in a Node of its own. The report has what it wrote to stderr only when it failed. */
export async function runNode(args: string[], cwd?: string): Promise<{ isSuccess: boolean; report: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd !== undefined && { cwd }),
  });
  const [report, complaints, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on("close", done)),
  ]);
  return { isSuccess: exitCode === 0, report: exitCode === 0 ? report : report + complaints };
}
