import type { HonoRequest } from "hono";
import type { Caller } from "../db/callers.ts";
import { chooseRequestId } from "./request-id.ts";

/** One request while it is answered. */
export interface Exchange {
  requestId: string;
  method: string;
  /** As it was sent, without the query (decisions D6). */
  path: string;
  /** Set once the credential is known. */
  caller: Caller;
  /** Headers of the answer, whatever it will be. */
  headers: Record<string, string>;
}

const nobody = {} as Caller;

export function openExchange(request: HonoRequest): Exchange {
  const requestId = chooseRequestId(request.header("x-request-id"));
  return {
    requestId,
    method: request.method,
    path: readPath(request.url),
    caller: nobody,
    // The last two are decisions D80's.
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  };
}

/** The router's own path has some of its percent-encoding undone. */
function readPath(url: string): string {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", begin);
  return end < 0 ? url.slice(begin) : url.slice(begin, end);
}
