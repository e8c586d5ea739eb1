import type { Outcome } from "./runtimes/outcome.ts";

/** Counts for Prometheus. */
export interface Metrics {
  countExecution(outcome: Outcome): void;
  countResponse(operation: string, status: number): void;
  /** The text that Prometheus reads; null when metrics are off. */
  render(): Promise<string> | null;
}

/** For `BOWLINE_METRICS=false`: nothing is counted. */
export const noMetrics: Metrics = { countExecution() {}, countResponse() {}, render: () => null };

/** Counts in memory. Loads the client library only when metrics are on. */
export async function openMetrics(): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const executions = new Counter({
    name: "bowline_executions_total",
    help: "Tool executions that reached the run step, by outcome.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "bowline_downstream_seconds",
    help: "Time an execution spent on the application's side.",
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const responses = new Counter({
    name: "bowline_http_responses_total",
    help: "Responses under /v1, by operation and status.",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  return {
    countExecution(outcome) {
      executions.inc({ outcome: outcome.isSuccess ? "success" : outcome.kind });
      durations.observe(outcome.executionInfo.executionTime / 1000);
    },
    countResponse: (operation, status) => responses.inc({ operation, status }),
    render: () => registry.metrics(),
  };
}
