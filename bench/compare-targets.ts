import type { BenchProcess } from "./child-process.ts";
import type { Load } from "./load.ts";
import { type LoadFigures, measureLoad } from "./measure-load.ts";
import { type Spread, spread } from "./statistics.ts";

export interface ComparisonOptions {
  /** How often each target is measured. */
  rounds: number;
  /** Requests in one measurement. */
  count: number;
  concurrencies: readonly number[];
  /** Requests a second that each target gets; null: as many as it takes. */
  rate: number | null;
  note(progress: string): void;
}

/** A process and the request that is sent to it. */
export interface ComparedTarget {
  name: string;
  pid: number;
  request: Omit<Load, "concurrency" | "count">;
}

/** One target at one concurrency, over all rounds. */
export interface ComparisonRow {
  target: string;
  concurrency: number;
  figures: Record<keyof LoadFigures, Spread>;
  /** CPU of the target divided by the first target's in the same round; null for the first. */
  cpuRatio: Spread | null;
}

/** How often the targets take turns in a round, so that other load on the machine meets all of them alike. */
const turns = 5;

/** Measures all targets in turn, round after round. The first target is the reference of the others. */
export async function compareTargets(
  driver: BenchProcess,
  targets: readonly ComparedTarget[],
  { rounds, count, concurrencies, rate, note }: ComparisonOptions,
): Promise<ComparisonRow[]> {
  const cells = concurrencies.flatMap((concurrency) =>
    targets.map((target) => ({ target, concurrency, measured: [] as LoadFigures[] })),
  );
  for (let round = 1; round <= rounds; round++) {
    note(`round ${round} of ${rounds}`);
    for (const concurrency of concurrencies) {
      const compared = cells.filter((cell) => cell.concurrency === concurrency);
      const parts = compared.map((): LoadFigures[] => []);
      for (let turn = 0; turn < turns; turn++) {
        for (const [place, { target }] of compared.entries()) {
          const load = { ...target.request, concurrency, count: Math.ceil(count / turns), rate };
          parts[place]?.push(await measureLoad(driver, target.pid, load));
        }
      }
      compared.forEach(({ measured }, place) => {
        measured.push(average(parts[place] ?? []));
      });
    }
  }
  return cells.map(({ target, concurrency, measured }) => {
    const reference = cells.find((cell) => cell.target === targets[0] && cell.concurrency === concurrency);
    const ratios = measured.map(
      ({ cpuMicrosPerRequest }, round) =>
        cpuMicrosPerRequest / (reference?.measured[round]?.cpuMicrosPerRequest ?? Number.NaN),
    );
    const isReference = reference?.target === target;
    return {
      target: target.name,
      concurrency,
      figures: summarize(measured),
      cpuRatio: isReference ? null : spread(ratios),
    };
  });
}

/** The mean of equal numbers of requests. */
function average(parts: readonly LoadFigures[]): LoadFigures {
  const mean = (figure: keyof LoadFigures) =>
    parts.reduce((sum, figures) => sum + figures[figure], 0) / parts.length;
  return {
    cpuMicrosPerRequest: mean("cpuMicrosPerRequest"),
    databaseCpuMicrosPerRequest: mean("databaseCpuMicrosPerRequest"),
    requestsPerSecond: mean("requestsPerSecond"),
    p50Ms: mean("p50Ms"),
    p99Ms: mean("p99Ms"),
  };
}

function summarize(measured: readonly LoadFigures[]): ComparisonRow["figures"] {
  const spreadOf = (figure: keyof LoadFigures) => spread(measured.map((figures) => figures[figure]));
  return {
    cpuMicrosPerRequest: spreadOf("cpuMicrosPerRequest"),
    databaseCpuMicrosPerRequest: spreadOf("databaseCpuMicrosPerRequest"),
    requestsPerSecond: spreadOf("requestsPerSecond"),
    p50Ms: spreadOf("p50Ms"),
    p99Ms: spreadOf("p99Ms"),
  };
}
