import type { AgentsReport } from "./agents-benchmark.ts";
import type { BuiltInsReport } from "./built-ins-benchmark.ts";
import type { CatalogReport } from "./catalog-benchmark.ts";
import type { ComparisonRow } from "./compare-targets.ts";
import type { GrowthReport } from "./growth-benchmark.ts";
import type { LoadResult } from "./load.ts";
import type { McpReport } from "./mcp-benchmark.ts";
import type { MemoryReport } from "./memory-benchmark.ts";
import type { ProfiledFunction } from "./profile-summary.ts";
import type { FoundShare, SearchFigures } from "./search/measure-set.ts";
import type { Spread } from "./statistics.ts";

/** The figures of a run, without the parts that were not requested. */
export interface Report {
  execute?: ComparisonRow[];
  mcp?: McpReport;
  catalog?: CatalogReport;
  builtIns?: BuiltInsReport[];
  agents?: AgentsReport;
  memory?: MemoryReport;
  growth?: GrowthReport;
  search?: SearchFigures[];
  profile?: ProfiledFunction[];
}

/** Renders the figures as text tables. */
export function renderReport({
  execute,
  mcp,
  catalog,
  builtIns,
  agents,
  memory,
  growth,
  search,
  profile,
}: Report): string {
  const parts: string[] = [];
  if (execute) {
    parts.push(renderComparison("Execution", "forwarder", execute));
  }
  if (mcp) {
    parts.push(renderMcp(mcp));
  }
  if (catalog) {
    parts.push(renderCatalog(catalog));
  }
  if (builtIns) {
    parts.push(...builtIns.map(renderBuiltIns));
  }
  if (agents) {
    parts.push(renderAgents(agents));
  }
  if (memory) {
    parts.push(renderMemory(memory));
  }
  if (growth) {
    parts.push(renderGrowth(growth));
  }
  if (search) {
    parts.push(renderSearch(search));
  }
  if (profile) {
    parts.push(renderProfile(profile));
  }
  return parts.join("\n\n");
}

function renderMcp({ stateless, session }: McpReport): string {
  return [
    renderComparison("tools/call without a session (2026-07-28)", "example", stateless),
    renderComparison("tools/call in a session (2025-11-25)", "example", session),
  ].join("\n");
}

function renderComparison(title: string, reference: string, rows: readonly ComparisonRow[]): string {
  const header = [
    "in flight",
    "target",
    "CPU µs",
    `× ${reference}`,
    "database µs",
    "requests/s",
    "p50 ms",
    "p99 ms",
  ];
  const lines = rows.map(({ target, concurrency, figures, cpuRatio }) => [
    String(concurrency),
    target,
    renderSpread(figures.cpuMicrosPerRequest, 1),
    cpuRatio ? renderSpread(cpuRatio, 2) : "",
    renderSpread(figures.databaseCpuMicrosPerRequest, 1),
    renderSpread(figures.requestsPerSecond, 0),
    renderSpread(figures.p50Ms, 2),
    renderSpread(figures.p99Ms, 2),
  ]);
  return `${title}: figures per request, median (smallest to largest of the rounds)\n${renderTable([header, ...lines])}`;
}

function renderCatalog({ tools, importSeconds, firstSearchMs, rows }: CatalogReport): string {
  const header = ["request", "p50 ms", "p99 ms", "CPU µs", "database µs"];
  const lines = rows.map((row) => [
    row.request,
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.cpuMicrosPerRequest.toFixed(0),
    row.databaseCpuMicrosPerRequest.toFixed(0),
  ]);
  return `Catalog of ${tools} tools, imported in ${importSeconds.toFixed(1)} s, first search in ${firstSearchMs.toFixed(0)} ms; one request at a time\n${renderTable([header, ...lines])}`;
}

function renderBuiltIns(report: BuiltInsReport): string {
  const { tools, readySeconds, restartSeconds, residentBytes, searchedBytes, firstSearchMs, rows } = report;
  const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  const header = ["search", "p50 ms", "p99 ms", "CPU µs", "database µs"];
  const lines = rows.map((row) => [
    row.search,
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.cpuMicrosPerRequest.toFixed(0),
    row.databaseCpuMicrosPerRequest.toFixed(0),
  ]);
  return [
    `Built-in applications, ${tools} tools: there ${readySeconds.toFixed(1)} s after the start on a new database with the snapshot at hand, ${restartSeconds.toFixed(1)} s after a later start`,
    `  resident ${megabytes(residentBytes)} MB, after the searches ${megabytes(searchedBytes)} MB; first search in ${firstSearchMs.toFixed(0)} ms; one request at a time`,
    renderTable([header, ...lines]),
  ].join("\n");
}

function renderSearch(figures: readonly SearchFigures[]): string {
  const header = ["set", "tools", "queries", "search", "recall@1", "@5", "@10", "p50 ms", "p95 ms"];
  const lines = figures.flatMap((set) => [
    renderFoundShare(set, "lexical", set.lexical),
    ...(set.hybrid === undefined ? [] : [renderFoundShare(set, "hybrid", set.hybrid)]),
  ]);
  const builds = figures.map(
    ({ set, buildMs, segmentBytes }) =>
      `  index of ${set}: built in ${buildMs.toFixed(0)} ms, ${(segmentBytes / 1024).toFixed(0)} KiB`,
  );
  return [
    "Search: share of the wanted tools that are found; times are of one search in the process",
    renderTable([header, ...lines]),
    ...builds,
  ].join("\n");
}

const renderFoundShare = (
  { set, tools, queries }: SearchFigures,
  search: string,
  { at1, at5, at10, p50Ms, p95Ms }: FoundShare,
): string[] => [
  set,
  String(tools),
  String(queries),
  search,
  ...[at1, at5, at10].map((share) => share.toFixed(3)),
  ...[p50Ms, p95Ms].map((ms) => ms.toFixed(2)),
];

function renderAgents({ tools, tokens, modelTokens, characters, toolsets, list }: AgentsReport): string {
  const share = (100 * characters.compact) / characters.full;
  return [
    `Definitions of ${tools} of GitHub's tools for agents`,
    `  tokens of a whole tool: median ${tokens.median}, mean ${tokens.mean.toFixed(0)}, at most ${tokens.max} (name, description and input schema alone: median ${modelTokens.median}, mean ${modelTokens.mean.toFixed(0)})`,
    `  characters: ${characters.compact}, ${share.toFixed(0)} % of the whole definitions' ${characters.full}`,
    `  tools/list of ${toolsets} toolsets in turn: p50 ${list.p50Ms.toFixed(2)} ms, p99 ${list.p99Ms.toFixed(2)} ms, ${list.cpuMicrosPerRequest.toFixed(0)} µs CPU`,
  ].join("\n");
}

function renderMemory(memory: MemoryReport): string {
  return [
    `Memory of a server with GitHub's ${memory.tools} tools`,
    `  before: ${memory.emptyMegabytes.toFixed(0)} MB`,
    `  after importing them in ${memory.importSeconds.toFixed(1)} s: ${memory.afterImportMegabytes.toFixed(0)} MB`,
    `  after the next start, in ${memory.restartSeconds.toFixed(1)} s: ${memory.afterRestartMegabytes.toFixed(0)} MB, ${memory.idleCpuPercent.toFixed(1)} % CPU`,
    `  after a minute of load: ${memory.afterLoadMegabytes.toFixed(0)} MB`,
    `  after a minute of rest: ${memory.afterRestMegabytes.toFixed(0)} MB`,
    `  CPU of an execution, one at a time: ${memory.microsAfterLoad.toFixed(0)} µs after the load, ${memory.microsAfterRest.toFixed(0)} µs after the rest`,
  ].join("\n");
}

function renderGrowth({ records, seedSeconds, lists, summaries, ...growth }: GrowthReport): string {
  const renderReads = (title: string, reads: typeof lists) =>
    renderTable([
      [title, "p50 ms", "p95 ms"],
      ...reads.map(({ filter, p50Ms, p95Ms }) => [filter || "none", p50Ms.toFixed(2), p95Ms.toFixed(2)]),
    ]);
  const renderLoad = ({ durationMs, p50Ms, p99Ms }: LoadResult) =>
    `${durationMs.toFixed(0)} ms in all, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  return [
    `A history of ${records} records, written in ${seedSeconds.toFixed(0)} s`,
    `counted by the hour ${growth.countingSeconds.toFixed(0)} s after a start`,
    renderReads("first page by", lists),
    renderReads("summary", summaries),
    `3000 executions: ${renderLoad(growth.executionsAlone)}`,
    `while twelve clients list: ${renderLoad(growth.executionsWhileListing)}`,
  ].join("\n");
}

function renderProfile(functions: readonly ProfiledFunction[]): string {
  const header = ["self %", "self ms", "function", "place"];
  const lines = functions.map(({ name, place, selfMs, selfPercent }) => [
    selfPercent.toFixed(1),
    selfMs.toFixed(0),
    name,
    place,
  ]);
  return `Slowest functions of the server with durable history\n${renderTable([header, ...lines])}`;
}

function renderSpread({ min, median, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

function renderTable(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}
