import type { HonoRequest } from "hono";
import type { Caller } from "../db/callers.ts";
import { chooseRequestId } from "./request-id.ts";

/** One request in progress. */
export interface Exchange {
  requestId: string;
  method: string;
  /** As sent, without the query (decisions D6). */
  path: string;
  /** Set once the credential is checked. */
  caller: Caller;
  /** Headers of the response, whether it succeeds or fails. */
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
    // The last two: decisions D80.
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  };
}

/** Reads the path from the URL, since the router decodes part of its percent-encoding. */
function readPath(url: string): string {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", begin);
  return end < 0 ? url.slice(begin) : url.slice(begin, end);
}
