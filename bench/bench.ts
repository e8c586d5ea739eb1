/** The program of `npm run bench`; options.ts describes its options. */
import { mkdir } from "node:fs/promises";
import { constants } from "node:os";
import { dirname } from "node:path";
import { benchmarkAgents } from "./agents-benchmark.ts";
import { benchmarkBuiltIns } from "./built-ins-benchmark.ts";
import { benchmarkCatalog } from "./catalog-benchmark.ts";
import { benchmarkExecute } from "./execute-benchmark.ts";
import { benchmarkGrowth } from "./growth-benchmark.ts";
import { benchmarkMcp } from "./mcp-benchmark.ts";
import { benchmarkMemory } from "./memory-benchmark.ts";
import { type BenchOptions, help, readOptions } from "./options.ts";
import { summarizeProfile } from "./profile-summary.ts";
import { type Report, renderReport } from "./report.ts";
import { benchmarkSearch } from "./search-benchmark.ts";

const catalogCount = 400;
const agentsCount = 1000;
const settleMs = 10_000;
const loadMs = 60_000;
const growthRecords = 1_000_000;
const profileLines = 30;

async function measure(options: BenchOptions): Promise<Report> {
  const report: Report = {};
  const noteFor = (part: string) => (progress: string) => process.stderr.write(`${part}: ${progress}\n`);
  if (options.parts.includes("execute")) {
    const { profilePath } = options;
    if (profilePath) {
      await mkdir(dirname(profilePath), { recursive: true });
    }
    report.execute = await benchmarkExecute({ ...options, note: noteFor("execute") });
    if (profilePath) {
      report.profile = await summarizeProfile(profilePath, profileLines);
    }
  }
  if (options.parts.includes("mcp")) {
    report.mcp = await benchmarkMcp({ ...options, note: noteFor("mcp") });
  }
  if (options.parts.includes("catalog")) {
    const note = noteFor("catalog");
    report.catalog = await benchmarkCatalog({ count: catalogCount, note });
    report.builtIns = [await benchmarkBuiltIns({ count: catalogCount, hybrid: false, note })];
    if (options.hybrid) {
      report.builtIns.push(await benchmarkBuiltIns({ count: catalogCount, hybrid: true, note }));
    }
  }
  if (options.parts.includes("agents")) {
    report.agents = await benchmarkAgents({ count: agentsCount, note: noteFor("agents") });
  }
  if (options.parts.includes("memory")) {
    report.memory = await benchmarkMemory({ settleMs, loadMs, note: noteFor("memory") });
  }
  if (options.parts.includes("growth")) {
    report.growth = await benchmarkGrowth({ records: growthRecords, note: noteFor("growth") });
  }
  if (options.parts.includes("search")) {
    report.search = await benchmarkSearch({ ...options, note: noteFor("search") });
  }
  return report;
}

/** A sentence when the ratio exceeds the limit; null when it does not or no limit is set. */
function checkRatio({ execute }: Report, { maxRatio, concurrencies }: BenchOptions): string | null {
  const row = execute?.find(({ cpuRatio, concurrency }) => cpuRatio && concurrency === concurrencies[0]);
  const ratio = row?.cpuRatio?.median;
  if (maxRatio === null || ratio === undefined || ratio <= maxRatio) {
    return null;
  }
  return `An execution costs ${ratio.toFixed(2)} times the forwarder's CPU; the limit is ${maxRatio}.`;
}

async function main(options: BenchOptions): Promise<void> {
  const report = await measure(options);
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : renderReport(report)}\n`);
  const problem = checkRatio(report, options);
  if (problem) {
    throw new Error(problem);
  }
}

// So that the processes of its parts end with it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(help);
  } else {
    await main(options);
  }
} catch (error) {
  // Processes of a part that could not begin would keep this one alive. They end with it.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () => process.exit(1));
}
