import type { DestinationStream } from "pino";
import type { LogOutput } from "./log-output.ts";

const enoughCharacters = 8192;
const flushMs = 200;

/**
 * Writes lines together, after 8192 characters or 200 ms: a write for each costs more than the line. Pino's own bundling counts the
 * bytes of all lines that wait at each line.
 */
export function bundleLines(destination: DestinationStream): LogOutput {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    if (text !== "") {
      destination.write(text);
    }
  }

  return {
    write(line) {
      lines += line;
      if (lines.length >= enoughCharacters) {
        flushSync();
      } else {
        timer ??= setTimeout(flushSync, flushMs).unref();
      }
    },
    flushSync,
  };
}
