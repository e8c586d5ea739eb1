import type { Registry } from "prom-client";
import type { Database } from "./db/open-database.ts";
import type { HistoryWriter } from "./history/history-writer.ts";
import type { Outcome } from "./runtimes/outcome.ts";

/** Counts for Prometheus. */
export interface Metrics {
  countExecution(outcome: Outcome): void;
  countResponse(operation: string, status: number): void;
  /** The text that Prometheus reads; null when metrics are off. */
  render(): Promise<string> | null;
  /** The counts of this process, for `joinCounts`. */
  readCounts(): Promise<object[]>;
}

/** For `BOWLINE_METRICS=false`: nothing is counted. */
export const noMetrics: Metrics = {
  countExecution() {},
  countResponse() {},
  render: () => null,
  readCounts: async () => [],
};

/** What is counted elsewhere, and read when Prometheus asks. */
export interface MetricSources {
  /** Of the server, such as `0.1.0`. */
  version: string;
  db: Pick<Database, "pools">;
  history: Pick<HistoryWriter, "count">;
}

type Library = typeof import("prom-client");

/** Counts in memory. Loads the client library only when metrics are on. */
export async function openMetrics({ version, db, history }: MetricSources): Promise<Metrics> {
  const library = await import("prom-client");
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  const countExecution = addExecutions(library, registry);
  const countResponse = addResponses(library, registry);
  addBuildInfo(library, registry, version);
  addDatabase(library, registry, db);
  addHistory(library, registry, history);
  return {
    countExecution,
    countResponse,
    render: () => registry.metrics(),
    readCounts: () => registry.getMetricsAsJSON(),
  };
}

function addExecutions({ Counter, Histogram }: Library, registry: Registry): Metrics["countExecution"] {
  const outcomes = new Map<string, number>();
  new Counter({
    name: "bowline_executions_total",
    help: "Tool executions that reached the run step, by outcome.",
    labelNames: ["outcome"],
    registers: [registry],
    // The library builds a text for each count, which takes longer than the rest of it.
    collect() {
      this.reset();
      for (const [outcome, count] of outcomes) {
        this.inc({ outcome }, count);
      }
    },
  });
  const durations = new Histogram({
    name: "bowline_downstream_seconds",
    help: "Time an execution spent on the application's side.",
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return (outcome) => {
    addOne(outcomes, outcome.isSuccess ? "success" : outcome.kind);
    durations.observe(outcome.executionInfo.executionTime / 1000);
  };
}

function addResponses({ Counter }: Library, registry: Registry): Metrics["countResponse"] {
  const operations = new Map<string, Map<number, number>>();
  new Counter({
    name: "bowline_http_responses_total",
    help: "Responses under /v1, by operation and status. Those of MCP endpoints are the operation mcp.",
    labelNames: ["operation", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [operation, statuses] of operations) {
        for (const [status, count] of statuses) {
          this.inc({ operation, status }, count);
        }
      }
    },
  });
  return (operation, status) => {
    let statuses = operations.get(operation);
    if (statuses === undefined) {
      statuses = new Map();
      operations.set(operation, statuses);
    }
    addOne(statuses, status);
  };
}

const addOne = <Key>(counts: Map<Key, number>, key: Key): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

function addBuildInfo({ Gauge }: Library, registry: Registry, version: string): void {
  new Gauge({
    name: "bowline_build_info",
    help: "Always 1. The label is the version of the server.",
    labelNames: ["version"],
    aggregator: "first",
    registers: [registry],
  }).set({ version }, 1);
}

function addDatabase({ Gauge }: Library, registry: Registry, { pools }: MetricSources["db"]): void {
  new Gauge({
    name: "bowline_database_connections",
    help: "Connections to the database, by what they are for and whether they are in use.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "busy" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: "bowline_database_waiting",
    help: "Callers that wait for a connection to the database.",
    labelNames: ["pool"],
    registers: [registry],
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) {
        this.set({ pool }, waitingCount);
      }
    },
  });
}

function addHistory(
  { Counter, Gauge }: Library,
  registry: Registry,
  history: MetricSources["history"],
): void {
  new Gauge({
    name: "bowline_history_waiting",
    help: "Records of executions that are not written yet.",
    registers: [registry],
    collect() {
      this.set(history.count().waiting);
    },
  });
  new Counter({
    name: "bowline_history_lost_total",
    help: "Records of executions that were lost: too many waited for the database, or it refused them.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(history.count().lost);
    },
  });
}

/** Joins the counts of several processes into the text that Prometheus reads. */
export async function joinCounts(counts: object[][]): Promise<string> {
  const { AggregatorRegistry } = await import("prom-client");
  return AggregatorRegistry.aggregate(counts).metrics();
}
