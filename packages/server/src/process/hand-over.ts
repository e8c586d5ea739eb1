import type { Cluster } from "node:cluster";

/** What a worker that stops asks the primary, and hears. */
type Message = { kind: "handOverAsked" } | { kind: "handOverDone" };

/**
 * Returns a function for a worker that resolves when every connection that the primary had for it has arrived: messages between them
 * keep their order. The primary must `confirmHandOvers`.
 */
export function askForHandOver(process: NodeJS.Process): () => Promise<void> {
  const waiting: (() => void)[] = [];
  process.on("message", (message: Message) => {
    if (message.kind === "handOverDone") {
      waiting.shift()?.();
    }
  });
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    process.send?.({ kind: "handOverAsked" } satisfies Message, undefined, undefined, (error) => {
      if (error !== null) {
        resolve();
      }
    });
    return promise;
  };
}

/**
 * Replies to each worker that asks.
 *
 * @param whenClosed resolves at once while the primary serves, and else when it accepts no connection anymore
 */
export function confirmHandOvers(cluster: Cluster, whenClosed: () => Promise<void>): void {
  cluster.on("message", async (worker, message: Message) => {
    if (message.kind === "handOverAsked") {
      await whenClosed();
      worker.send({ kind: "handOverDone" } satisfies Message, () => {});
    }
  });
}
