import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./logger.ts";

const defaultRequestsMs = 10_000;
const partMs = 30_000;

/** Something that is closed after the last request, such as the job queue or the database. */
export interface DrainedPart {
  name: string;
  close(): Promise<void>;
}

export interface DrainOptions {
  server: Server;
  /** Closed one after the other, in this order. */
  parts: DrainedPart[];
  log: Logger;
  /** How long requests in flight may take, in milliseconds. Default: 10 seconds. */
  requestsMs?: number;
}

export interface Drain {
  /** True from the first signal on: `GET /health/ready` then answers 503. */
  isDraining(): boolean;
  /** Drains now; every call gives the same promise, which never rejects. True when all was closed in good order. */
  start(reason: string): Promise<boolean>;
}

/** Ends a server so that no request is cut off: stops accepting, lets requests in flight finish, then closes the parts. */
export function createDrain(options: DrainOptions): Drain {
  let draining: Promise<boolean> | undefined;
  return {
    isDraining: () => draining !== undefined,
    start(reason) {
      draining ??= drain(reason, options);
      return draining;
    },
  };
}

/**
 * Calls `onSignal` at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed, decisions D48) and ignores all further ones: Ctrl-C
 * under npm arrives twice, from the terminal and from npm.
 */
export function onFirstSignal(target: Pick<NodeJS.Process, "on">, onSignal: (signal: string) => void): void {
  let isSignalled = false;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    target.on(name, () => {
      if (!isSignalled) {
        onSignal(name);
      }
      isSignalled = true;
    });
  }
}

async function drain(
  reason: string,
  { server, parts, log, requestsMs = defaultRequestsMs }: DrainOptions,
): Promise<boolean> {
  log.info({ reason }, "stopping: requests in flight may finish");
  let isOrderly = await closeServer(server, requestsMs, log);
  for (const part of parts) {
    const outcome = await Promise.race([
      part.close().then(
        () => null,
        (error: unknown) => error,
      ),
      sleep(partMs, new Error(`not closed after ${partMs / 1000} seconds`), { ref: false }),
    ]);
    if (outcome === null) {
      continue;
    }
    log.error({ err: outcome, part: part.name }, "a part did not close in good order");
    isOrderly = false;
  }
  log.info("stopped");
  return isOrderly;
}

async function closeServer(server: Server, requestsMs: number, log: Logger): Promise<boolean> {
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  // A connection that is kept alive becomes idle only after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const isClosed = await Promise.race([closed, sleep(requestsMs, false, { ref: false })]);
  clearInterval(sweep);
  if (isClosed) {
    return true;
  }
  log.warn({ requestsMs }, "requests still in flight are cut off");
  server.closeAllConnections();
  await closed;
  return false;
}
