import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log/logger.ts";

const defaultRequestsMs = 10_000;
/** How long requests may still arrive on connections that are kept alive. */
const arrivingMs = 250;
/** How long connections that wait may take to arrive. */
const waitingMs = 1000;
const partMs = 30_000;

/** A part of the server that is closed after the last request, such as the job queue or the database. */
export interface ServerPart {
  name: string;
  close(): Promise<void>;
}

export interface DrainOptions {
  server: Server;
  /** Closed one after the other, in this order. */
  parts: ServerPart[];
  log: Logger;
  /** How long requests in flight may take, in milliseconds. Default: 10 seconds. */
  requestsMs?: number;
  /** Resolves when a connection that waits has arrived at the server. Default: after a turn of the event loop. */
  offerWaiting?: () => Promise<unknown>;
}

export interface Drain {
  /** True from the first signal on: `GET /health/ready` then returns 503. */
  isDraining(): boolean;
  /** Starts draining. Every call returns the same promise, which never rejects. It resolves to true when everything closed cleanly. */
  start(reason: string): Promise<boolean>;
}

/** Stops a server without cutting off requests: it stops accepting, lets requests in flight finish, then closes the parts. */
export function createDrain(options: DrainOptions): Drain {
  let draining: Promise<boolean> | undefined;
  const closeConnections = announceClose(options.server);
  return {
    isDraining: () => draining !== undefined,
    start(reason) {
      closeConnections();
      draining ??= drain(reason, options);
      return draining;
    },
  };
}

/**
 * Prepares that responses say that their connection closes. A client that counts on a connection sends its next request there, and
 * cannot know whether the request arrived.
 *
 * @returns a function from which on they say so, those of requests in flight included
 */
function announceClose(server: Server): () => void {
  let isClosing = false;
  // Places that are used again, and not a Set: each table that a Set outgrows points to the next one. Once V8 has moved one of them to
  // the old generation, all later requests stay in memory until it collects that generation, too.
  const inFlight: (ServerResponse | null)[] = [];
  const freePlaces: number[] = [];
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isClosing;
    const place = freePlaces.pop() ?? inFlight.length;
    inFlight[place] = response;
    response.on("close", () => {
      inFlight[place] = null;
      freePlaces.push(place);
    });
  });
  return () => {
    isClosing = true;
    for (const response of inFlight) {
      if (response !== null) {
        response.shouldKeepAlive = false;
      }
    }
  };
}

async function drain(
  reason: string,
  { server, parts, log, requestsMs = defaultRequestsMs, offerWaiting = nextTurn }: DrainOptions,
): Promise<boolean> {
  log.info({ reason }, "stopping: requests in flight may finish");
  await takeWaiting(server, offerWaiting);
  const isServerClosed = await closeServer(server, requestsMs, log);
  const arePartsClosed = await closeParts(parts, log);
  log.info("stopped");
  return isServerClosed && arePartsClosed;
}

/** Closes parts one after the other and logs those that fail. Never rejects; true when all closed cleanly. */
export async function closeParts(parts: readonly ServerPart[], log: Logger): Promise<boolean> {
  let isClean = true;
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
    log.error({ err: outcome, part: part.name }, "a part did not close cleanly");
    isClean = false;
  }
  return isClean;
}

/**
 * Takes the connections that wait to be accepted: the system resets those that still wait when a server stops listening. Returns when
 * none came after they were offered, or after a second.
 */
async function takeWaiting(server: Server, offerWaiting: () => Promise<unknown>): Promise<void> {
  const isLate = sleep(waitingMs, true, { ref: false });
  let isTaken = true;
  const note = () => {
    isTaken = true;
  };
  server.on("connection", note);
  await nextTurn();
  while (isTaken) {
    isTaken = false;
    if ((await Promise.race([offerWaiting(), isLate])) === true) {
      break;
    }
  }
  server.off("connection", note);
}

async function closeServer(server: Server, requestsMs: number, log: Logger): Promise<boolean> {
  // The HTTP server's own `close` would also close connections that seem idle. A request that is not read yet may have arrived on one.
  const closed = new Promise<true>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve(true));
  });
  await Promise.race([closed, sleep(Math.min(arrivingMs, requestsMs), undefined, { ref: false })]);
  // A connection that is kept alive becomes idle only after its last response.
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
