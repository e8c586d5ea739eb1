import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const scripts = join(import.meta.dirname, "../../scripts");

/**
 * Runs a command of the operator until it ends.
 *
 * @param script its file in `scripts/`
 * @param settings its whole environment, besides PATH and HOME
 * @returns what it wrote to both streams
 */
export async function runScript(
  script: "company.mjs" | "database.mjs",
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ exitCode: number | null; output: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(scripts, script), ...args], {
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
