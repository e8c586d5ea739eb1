import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../api-error.ts";
import { chooseRequestId } from "../entry/request-id.ts";
import { standardHeaders, unframedHeaders } from "../entry/standard-headers.ts";
import { renderEnvelope } from "./render-error.ts";

/** Node's error for a request that it could not parse. */
interface MalformedRequest extends Error {
  code?: string;
  rawPacket?: Buffer;
}

const notWellFormed = "The request is not well-formed HTTP.";
const tooSlow = "The request took too long to arrive.";

/** By Node's code. */
const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "The address or the headers are too long.",
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

/** Refuses malformed HTTP, which never reaches the app (decisions D2). */
export function refuseMalformed({ code = "", rawPacket }: MalformedRequest, socket: Socket): void {
  if (code === "ECONNRESET") {
    socket.destroy();
  } else {
    refuse(socket, rawPacket, reasons[code] ?? notWellFormed);
  }
}

/** Refuses a request whose body has not arrived in time. */
export const refuseSlow = (request: IncomingMessage): void =>
  refuse(request.socket, writeLine(request), tooSlow);

const writeLine = ({ method, url }: IncomingMessage): Buffer => Buffer.from(`${method} ${url}`);

/**
 * Sends the contract's error envelope, and closes the connection. A browser gets a page outside of the API.
 *
 * @param packet what has arrived of the request
 */
function refuse(socket: Socket, packet: Buffer | undefined, reason: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = chooseRequestId(undefined);
  const path = readPath(packet);
  const isPage = wantsPage(packet) && !/^\/(?:v1|mcp)(?:\/|$)/i.test(path);
  const body = isPage
    ? renderPage(reason, requestId)
    : renderEnvelope(new ApiError("INVALID_REQUEST", reason), { requestId, path }, Date.now());
  socket.end(
    [
      "HTTP/1.1 400 Bad Request",
      `content-type: ${isPage ? "text/html; charset=UTF-8" : "application/json"}`,
      ...(isPage ? ["content-security-policy: default-src 'none'; frame-ancestors 'none'"] : []),
      `x-request-id: ${requestId}`,
      ...Object.entries({ ...standardHeaders, ...(isPage && unframedHeaders) }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

const target = /^(?:\/|https?:\/\/)/i;

/**
 * Refuses a request that names no address, or has a header twice that may stand once. HTTP/1.1 requires one Host (RFC 9112 §3.2).
 */
export const refuseUnaddressed =
  (listen: RequestListener): RequestListener =>
  (request, response) => {
    const reason = isAddressed(request) ? findRepeated(request.rawHeaders) : notWellFormed;
    if (reason === null) {
      listen(request, response);
    } else {
      refuse(request.socket, writeLine(request), reason);
    }
  };

/** Node takes the first one and drops the others, so that a proxy may have read another. */
function findRepeated(rawHeaders: readonly string[]): string | null {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") {
      hosts++;
    } else if (name.length === 13 && name.toLowerCase() === "authorization") {
      authorizations++;
    }
  }
  if (hosts > 1) {
    return "The request has the header Host more than once.";
  }
  return authorizations > 1 ? "The request has the header Authorization more than once. Send one." : null;
}

const isAddressed = ({ headers, httpVersion, url = "" }: IncomingMessage): boolean =>
  (headers.host !== undefined || httpVersion === "1.0") && target.test(url);

/** The headers mostly come with the request line in one packet, also where they are too long. */
const wantsPage = (packet: Buffer | undefined): boolean =>
  /\r\naccept:[^\r\n]*text\/html/i.test(packet?.toString("latin1") ?? "");

/** Neither text is of the request. */
const renderPage = (message: string, requestId: string): string =>
  `<!doctype html><html lang="en"><title>Bowline</title><h1>This page cannot be opened</h1><p>${message} Go back and try again, or delete this site's cookies.</p><p>Request ${requestId}</p></html>`;

/** Reads the path from the request line; "/" when it cannot be read. */
function readPath(packet: Buffer | undefined): string {
  const line = packet?.subarray(0, 16_384).toString("latin1").split("\r\n", 1)[0] ?? "";
  const [, target = "/"] = /^[A-Za-z-]+ (\/[^ ?]*)/.exec(line) ?? [];
  return target;
}
