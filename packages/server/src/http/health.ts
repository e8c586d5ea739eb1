import type { IncomingMessage, ServerResponse } from "node:http";
import { prepareWritableCheck } from "../db/check-writable.ts";
import type { Deps } from "../deps.ts";
import { standardHeaders } from "../entry/standard-headers.ts";

/** The parts that readiness depends on. */
type HealthParts = Pick<Deps, "limiter" | "log" | "metrics"> & { db: Pick<Deps["db"], "pool"> };

interface Report {
  status: number;
  contentType: string;
  text: string;
}

const readyWithinMs = 2000;
const target = /^(?:https?:\/\/[^/?]*)?(\/health\/live|\/health\/ready|\/metrics)(?:\?|$)/;

/**
 * Prepares `/health/live`, `/health/ready` and `/metrics` (decisions D41c). They need no credential, contain nothing private,
 * and load no code of the pages.
 *
 * @returns a function that returns false, and does nothing, for a request for something else
 */
export function openHealth(
  deps: HealthParts,
  isDraining: () => boolean,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const isWritable = prepareWritableCheck(deps.db.pool, () => performance.now());
  const canServe = shareWhileRunning(
    async () => (await deps.limiter.isReady()) && (await endInTime(isWritable())),
  );

  async function checkReady(): Promise<Report> {
    const isReady = !isDraining() && (await canServe());
    return isReady ? describeHealth(200, "ready") : describeHealth(503, "notReady");
  }

  function findReport({ method = "", url = "" }: IncomingMessage): Promise<Report> | null {
    const path = method === "GET" || method === "HEAD" ? target.exec(url)?.[1] : undefined;
    switch (path) {
      case "/health/live":
        return Promise.resolve(describeHealth(200, "live"));
      case "/health/ready":
        return checkReady();
      case "/metrics":
        return deps.metrics.render()?.then(describeMetrics) ?? null;
      default:
        return null;
    }
  }

  return (request, response) => {
    const report = findReport(request);
    report?.then(
      (ready) => sendReport(response, ready),
      (error: unknown) => {
        deps.log.error({ err: error }, "a report of the server's state failed unexpectedly");
        sendReport(response, describeFailure());
      },
    );
    return report !== null;
  };
}

function sendReport(response: ServerResponse, { status, contentType, text }: Report): void {
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(text),
    ...standardHeaders,
  });
  response.end(text);
}

const describeHealth = (status: number, name: string): Report => ({
  status,
  contentType: "application/json",
  text: JSON.stringify({ status: name }),
});

const describeMetrics = (text: string): Report => ({
  status: 200,
  contentType: "text/plain; version=0.0.4",
  text,
});

const describeFailure = (): Report => ({
  status: 500,
  contentType: "text/plain; charset=UTF-8",
  text: "The server could not handle the request.\n",
});

/** Runs one check at a time however many requests arrive, since they need no credential. */
function shareWhileRunning(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}

async function endInTime(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, false);
  });
  return Promise.race([check, timeout]).finally(() => clearTimeout(timer));
}
