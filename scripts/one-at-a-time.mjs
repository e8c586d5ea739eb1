// Runs on the machine's own Node (20 or newer) before anything is installed, so it uses no TypeScript and no dependencies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isProcessAlive } from "./is-process-alive.mjs";

const stepMs = 200;

/**
 * Runs `act` while no other process runs it for the same path. A process that ended without a word holds up nobody.
 *
 * @param {string} path of a file that exists while one of them acts. It contains that one's process id
 * @param {() => void} noteWait called once when another process acts
 * @param {() => void} act
 */
export function oneAtATime(path, noteWait, act) {
  let hasWaited = false;
  while (!take(path)) {
    if (!hasWaited) {
      noteWait();
      hasWaited = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
  }
  try {
    act();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") {
      // Where no file can be written, `act` fails too, and says why.
      return true;
    }
  }
  if (isAbandoned(path)) {
    rmSync(path, { force: true });
  }
  return false;
}

/** A file that is gone or without a process id has changed just now. */
function isAbandoned(path) {
  try {
    return !isProcessAlive(Number(readFileSync(path, "utf8")) || process.pid);
  } catch {
    return false;
  }
}
