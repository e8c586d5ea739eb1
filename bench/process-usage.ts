import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

/** User and system CPU time of a process so far, in seconds; exact to 1 µs on Linux and to 10 ms elsewhere. */
export function readCpuSeconds(pid: number): number {
  const threads = readThreadSeconds(pid);
  if (threads !== null) {
    return threads;
  }
  return parseCpuTime(execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }));
}

/**
 * CPU time of all threads of a process that live, from Linux's `/proc/pid/task/tid/schedstat`, in seconds; null when there is no such file.
 * A thread that ends takes its time with it. The servers that are measured end none under load.
 */
function readThreadSeconds(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return times.reduce((sum, time) => sum + Number(time.split(" ", 1)[0]), 0) / 1e9;
  } catch {
    return null;
  }
}

/** 0 for a process that exited meanwhile: its parent counts it as ended. */
const sumSeconds = (fields: readonly string[] | null): number =>
  fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;

/** CPU time of all descendants of a process, in seconds, also of exited ones; 0 except on Linux. */
export function readDescendantCpuSeconds(pid: number): number {
  const ended =
    (readStat(pid)?.slice(13, 15) ?? []).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  const children = listChildren(pid).map(
    (child) => sumSeconds(readStat(child)) + readDescendantCpuSeconds(child),
  );
  return children.reduce((sum, seconds) => sum + seconds, ended);
}

/** Resident memory of a process, in bytes. */
export function readResidentBytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/** The fields of proc(5) `/proc/pid/stat` from the third on. The second is a name that may contain any character. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function listChildren(parent: number): number[] {
  if (!existsSync("/proc")) {
    return [];
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => readStat(pid)?.[1] === String(parent));
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, as ps writes it. */
function parseCpuTime(text: string): number {
  const [clock = "", days = "0"] = text.trim().split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
