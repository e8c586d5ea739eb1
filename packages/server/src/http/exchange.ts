import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseRequestId } from "../entry/request-id.ts";
import { standardHeaders } from "../entry/standard-headers.ts";

/** One request in progress. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  method: string;
  /** As sent, without the query (decisions D6). */
  path: string;
  /** Headers of the response, whether it succeeds or fails. */
  headers: Record<string, string>;
}

export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const requestId = chooseRequestId(readHeader(request, "x-request-id"));
  return {
    request,
    response,
    requestId,
    method: request.method ?? "",
    path: readPath(request.url ?? ""),
    headers: {
      ...standardHeaders,
      "content-type": "application/json",
      "x-request-id": requestId,
    },
  };
}

/** Reads a header; undefined where it was not sent. Values of a header that was sent more than once are joined by `, `. */
export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** The target of a request to a proxy is a whole address (RFC 9112 §3.2.2). */
function readPath(target: string): string {
  const begin = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("//") + 2);
  const end = target.indexOf("?", begin);
  return end < 0 ? target.slice(begin) : target.slice(begin, end);
}
