import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, CommandEnd } from "./command-host.ts";

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
  /**
   * Runs it. A command that nobody watches runs in one process with those before it, unless that process is busy with another or the
   * command starts programs or keeps something in its modules.
   */
  run(args: string[], options?: RunOptions): Promise<Run>;
  /** Runs it in a process of its own. */
  runInProcess(args: string[], options?: RunOptions): Promise<Run>;
  /** Runs it in a terminal; stdout and stderr are one there. */
  runInTerminal(args: string[], options?: RunOptions): Promise<Run>;
}

/** They become another program, load the operator's code, or fill a list that lives as long as the process. */
const ownProcess = new Set(["serve", "company", "database", "app", "complete", "completion"]);

/** A command that waits for somebody who does not come would hold up the tests. */
const limitMs = 120_000;

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
  const runInProcess = (args: string[], options?: RunOptions) =>
    run(process.execPath, [launcher, ...args], options);
  const host = new CommandHost();
  return {
    home,
    run: (args, options = {}) => {
      if (options.watch !== undefined || host.isBusy || ownProcess.has(args[0] ?? "")) {
        return runInProcess(args, options);
      }
      const environment = { ...base, ...options.environment };
      return host.run({ args, environment, cwd: options.cwd ?? process.cwd(), stdin: options.stdin ?? "" });
    },
    runInProcess,
    runInTerminal: (args, options = {}) => {
      const command = [process.execPath, launcher, ...args].map(quote).join(" ");
      return run("script", ["-qec", `stty cols ${options.columns ?? 120}; ${command}`, "/dev/null"], options);
    },
    [Symbol.asyncDispose]: async () => {
      host.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A process that runs one command after another. It begins with the first. */
class CommandHost {
  isBusy = false;
  #child: ChildProcess | null = null;

  async run(command: Command): Promise<Run> {
    this.isBusy = true;
    this.#child ??= fork(join(import.meta.dirname, "command-host.ts"), [], {
      // As without a terminal.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [],
    });
    try {
      return await sendCommand(this.#child, command);
    } finally {
      this.isBusy = false;
    }
  }

  stop(): void {
    this.#child?.kill();
  }
}

function sendCommand(child: ChildProcess, command: Command): Promise<Run> {
  return new Promise((resolve, reject) => {
    const name = command.args.join(" ");
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    const fail = (exitCode: number | null, signal: string | null) =>
      reject(new Error(`The process of \`${name}\` ended (${signal ?? `exit code ${exitCode}`}). ${output}`));
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    const streams = [child.stdout, child.stderr];
    const settle = () => {
      clearTimeout(timer);
      child.off("exit", fail);
      for (const stream of streams) {
        stream?.off("data", collect);
      }
    };
    for (const stream of streams) {
      stream?.on("data", collect);
    }
    child.once("exit", fail);
    child.once("message", (end: CommandEnd) => {
      settle();
      resolve(end);
    });
    child.send(command);
  });
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
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
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
