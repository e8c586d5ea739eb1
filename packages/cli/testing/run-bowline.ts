import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How a command ended. */
export interface Run {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string;
  /** Width of the terminal, in characters. Default 120. */
  columns?: number;
  environment?: Record<string, string | undefined>;
  /** The folder to run it in. */
  cwd?: string;
  /** Sees the process while it runs. */
  watch?: (running: Running) => void;
}

export interface Running {
  /** Everything on stdout and stderr so far. */
  readOutput(): string;
  write(text: string): void;
  kill(signal: NodeJS.Signals): void;
}

/** A folder for configuration and cache, and the command line with it. */
export interface CommandLine extends AsyncDisposable {
  home: string;
  run(args: string[], options?: RunOptions): Promise<Run>;
  /** Runs it in a terminal; stdout and stderr are one there. */
  runInTerminal(args: string[], options?: RunOptions): Promise<Run>;
}

export const launcher = join(import.meta.dirname, "..", "bin", "bowline.mjs");

/** @param environment for every run, such as `BOWLINE_URL` and `BOWLINE_API_KEY` */
export async function openCommandLine(environment: Record<string, string | undefined>): Promise<CommandLine> {
  const home = await mkdtemp(join(tmpdir(), "bowline-cli-"));
  const { PATH } = process.env;
  const base = {
    PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    TERM: "xterm",
    ...environment,
  };
  const run = (program: string, args: string[], options: RunOptions = {}) =>
    runProgram(program, args, { ...options, environment: { ...base, ...options.environment } });
  return {
    home,
    run: (args, options) => run(process.execPath, [launcher, ...args], options),
    runInTerminal: (args, options = {}) => {
      const command = [process.execPath, launcher, ...args].map(quote).join(" ");
      return run("script", ["-qec", `stty cols ${options.columns ?? 120}; ${command}`, "/dev/null"], options);
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

function runProgram(program: string, args: string[], options: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: options.environment,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    // A program that reads no input closes it.
    child.stdin.on("error", () => undefined);
    if (options.watch === undefined) {
      child.stdin.end(options.stdin ?? "");
    }
    // A command that waits for somebody who does not come would hold up the tests.
    const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
    child.on("error", reject);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr });
    });
    options.watch?.({
      readOutput: () => stdout + stderr,
      write: (text) => child.stdin.write(text),
      kill: (signal) => child.kill(signal),
    });
  });
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
