// Runs commands one after another in one process: a process for each takes ten times the CPU time. Each gets its own arguments,
// environment, folder, standard input and connections, and has ended when it has returned and none of its timers would keep a
// process alive.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, setGlobalDispatcher } from "undici";

/** What the host is sent. */
export interface Command {
  args: string[];
  environment: Record<string, string | undefined>;
  cwd: string;
  stdin: string;
}

/** What the host sends when a command has ended. */
export interface CommandEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
}

enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/bowline"));
const { main } = await import("../src/main.ts");
// No connection is kept for the next command, as none outlives a process.
setGlobalDispatcher(new Agent({ pipelining: 0 }));
process.on("message", (command: Command) => {
  void runCommand(command).then((end) => process.send?.(end));
});

async function runCommand({ args, environment, cwd, stdin }: Command): Promise<CommandEnd> {
  setEnvironment(environment);
  process.chdir(cwd);
  process.exitCode = undefined;
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  const stdout = collectWrites(process.stdout);
  const stderr = collectWrites(process.stderr);
  await main(args);
  while (process.getActiveResourcesInfo().includes("Timeout")) {
    await delay(5, undefined, { ref: false });
  }
  process.removeAllListeners("SIGINT");
  process.stdout.removeAllListeners("error");
  process.stderr.removeAllListeners("error");
  return { exitCode: Number(process.exitCode ?? 0), stdout: stdout.end(), stderr: stderr.end() };
}

function setEnvironment(environment: Command["environment"]): void {
  for (const name of Object.keys(process.env)) {
    delete process.env[name];
  }
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined) {
      process.env[name] = value;
    }
  }
}

/** Keeps what is written until `end`, which returns it. */
function collectWrites(stream: NodeJS.WriteStream): { end(): string } {
  const { write } = stream;
  const chunks: Buffer[] = [];
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const written = rest.find((one) => typeof one === "function");
    written?.();
    return true;
  }) as typeof write;
  return {
    end() {
      stream.write = write;
      return Buffer.concat(chunks).toString("utf8");
    },
  };
}
