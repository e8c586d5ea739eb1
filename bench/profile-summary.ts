import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A function of a CPU profile and the time it was on top of the stack. */
export interface ProfiledFunction {
  name: string;
  place: string;
  selfMs: number;
  /** Share of all samples in which the process was not idle. */
  selfPercent: number;
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The functions of a profile with the highest self time. */
export async function summarizeProfile(path: string, count: number): Promise<ProfiledFunction[]> {
  const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(await readFile(path, "utf8"));
  const microsByNode = new Map<number, number>();
  for (const [index, node] of samples.entries()) {
    microsByNode.set(node, (microsByNode.get(node) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const microsByFunction = new Map<string, number>();
  for (const { id, callFrame } of nodes) {
    const key = `${callFrame.functionName || "(anonymous)"}\n${shortenPlace(callFrame.url, callFrame.lineNumber)}`;
    microsByFunction.set(key, (microsByFunction.get(key) ?? 0) + (microsByNode.get(id) ?? 0));
  }
  const busy = [...microsByFunction].filter(([key]) => !key.startsWith("(idle)"));
  const total = busy.reduce((sum, [, micros]) => sum + micros, 0);
  busy.sort(([, one], [, other]) => other - one);
  return busy.slice(0, count).map(([key, micros]) => {
    const [name = "", place = ""] = key.split("\n");
    return { name, place, selfMs: micros / 1000, selfPercent: (micros / total) * 100 };
  });
}

const root = fileURLToPath(new URL("..", import.meta.url));

function shortenPlace(url: string, line: number): string {
  if (!url) {
    return "";
  }
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  return `${path.replace(root, "")}:${line + 1}`;
}
