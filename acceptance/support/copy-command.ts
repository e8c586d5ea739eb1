import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const script = join(import.meta.dirname, "../../scripts/database.mjs");

/** Runs the operator's command that copies a database, with these settings. */
export async function runCopyCommand(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ exitCode: number | null; output: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const [exitCode] = await once(child, "close");
  return { exitCode, output };
}
