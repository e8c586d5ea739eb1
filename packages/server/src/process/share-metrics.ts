import type { Cluster } from "node:cluster";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log/logger.ts";
import { joinCounts, type Metrics } from "../metrics.ts";

/** What the primary and its workers send each other when Prometheus asks one of the workers. */
type Message =
  | { kind: "metricsWanted"; id: string }
  | { kind: "metricsCounted"; id: string; counts: object[] }
  | { kind: "metricsJoined"; id: string; text: string };

/** A worker that is starting or hangs is left out after this time. */
const countMs = 1000;
const joinMs = 3000;

/** Makes a worker's metrics those of all workers. The primary must `joinMetrics`. */
export function shareMetrics(metrics: Metrics, process: NodeJS.Process): Metrics {
  const asking = new Map<string, (text: string) => void>();
  const tell = (message: Message) => process.send?.(message, undefined, undefined, () => {});
  process.on("message", async (message: Message) => {
    if (message.kind === "metricsWanted") {
      tell({ kind: "metricsCounted", id: message.id, counts: await metrics.readCounts() });
    } else if (message.kind === "metricsJoined") {
      asking.get(message.id)?.(message.text);
    }
  });

  async function askPrimary(): Promise<string> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<string>();
    asking.set(id, resolve);
    tell({ kind: "metricsWanted", id });
    const text = await Promise.race([promise, sleep(joinMs, null, { ref: false })]);
    asking.delete(id);
    if (text === null) {
      throw new Error("The primary process did not join the metrics of the workers in time.");
    }
    return text;
  }

  return { ...metrics, render: askPrimary };
}

/** Lets the primary join the counts of its workers for the one that asks. */
export function joinMetrics(cluster: Cluster, log: Logger): void {
  const counting = new Map<string, (counts: object[]) => void>();

  async function collect(id: string): Promise<object[][]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const lists: object[][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    counting.set(id, (counts) => {
      if (lists.push(counts) === workers.length) {
        resolve();
      }
    });
    for (const worker of workers) {
      worker?.send({ kind: "metricsWanted", id } satisfies Message, () => {});
    }
    await Promise.race([promise, sleep(countMs, undefined, { ref: false })]);
    counting.delete(id);
    return lists;
  }

  cluster.on("message", async (worker, message: Message) => {
    if (message.kind === "metricsCounted") {
      counting.get(message.id)?.(message.counts);
    } else if (message.kind === "metricsWanted") {
      try {
        const text = await joinCounts(await collect(message.id));
        worker.send({ kind: "metricsJoined", id: message.id, text } satisfies Message, () => {});
      } catch (error) {
        log.error({ err: error }, "the metrics of the workers could not be joined");
      }
    }
  });
}
