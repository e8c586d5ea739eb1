import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { generousSettings } from "./start-server.ts";

/** A server that was started in a terminal, as a person starts it. */
export interface TerminalServer extends AsyncDisposable {
  /** Everything that was written to the terminal. */
  readOutput(): string;
  /** What the terminal shows, a line each. */
  readScreen(): string[];
  /** Presses Ctrl-C and waits for the end. Returns the exit code. */
  interrupt(): Promise<number | null>;
}

const start = join(import.meta.dirname, "..", "..", "scripts", "start.mjs");
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Starts a server in a pseudo-terminal of 100 columns, and waits until it is ready. */
export async function startInTerminal(settings: Record<string, string>): Promise<TerminalServer> {
  const { PATH, HOME, TMPDIR, NODE_EXTRA_CA_CERTS, HTTPS_PROXY } = process.env;
  const command = `stty cols 100; exec ${quote(process.execPath)} ${quote(start)}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_EXTRA_CA_CERTS, HTTPS_PROXY },
      TERM: "xterm",
      BOWLINE_CONSOLE: "off",
      ...generousSettings,
      ...settings,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  let exitCode: number | null | undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      exitCode = code;
      resolve(code);
    });
  });
  const interrupt = () => {
    child.stdin.write("\u0003");
    return ended;
  };
  await expect
    .poll(() => output.includes("Bowline is ready") || exitCode !== undefined, { timeout: 180_000 })
    .toBe(true);
  expect(exitCode, output).toBeUndefined();
  return {
    readOutput: () => output,
    readScreen: () => readScreen(output),
    interrupt,
    [Symbol.asyncDispose]: async () => {
      if (exitCode === undefined) {
        await interrupt();
      }
    },
  };
}

const eraseLine = "\u001b[2K";

/** Plays a terminal that knows line breaks, carriage returns, and how to erase a line. */
export function readScreen(output: string): string[] {
  const lines = [""];
  let column = 0;
  for (const character of output.replaceAll(eraseLine, "\0")) {
    const line = lines.at(-1) ?? "";
    if (character === "\n") {
      lines.push("");
    } else if (character === "\0") {
      lines[lines.length - 1] = "";
    } else if (character !== "\r") {
      lines[lines.length - 1] = line.padEnd(column).slice(0, column) + character + line.slice(column + 1);
    }
    column = "\n\r".includes(character) ? 0 : column + Number(character !== "\0");
  }
  return lines;
}
