import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs a command of the protocol's own conformance suite. Its code is 0 when nothing unexpected happened.
 *
 * @param onLog called with all that the suite has said so far
 */
export async function runConformanceSuite(
  args: readonly string[],
  onLog: (log: string) => void = () => {},
): Promise<{ code: number; log: string }> {
  const output = await mkdtemp(join(tmpdir(), "bowline-conformance-"));
  const main = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
  const child = spawn(process.execPath, [main, ...args, "-o", output], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: output },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      log += chunk;
      onLog(log);
    });
  }
  const [code] = await once(child, "close");
  await rm(output, { recursive: true, force: true });
  return { code, log };
}
