import type { Socket } from "node:net";
import { ApiError } from "../api-error.ts";
import { chooseRequestId } from "../entry/request-id.ts";
import { renderEnvelope } from "./render-error.ts";

/** Node's error for a request that it could not parse. */
interface MalformedRequest extends Error {
  code?: string;
  rawPacket?: Buffer;
}

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "The address or the headers are too long.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

/** Sends the contract's error envelope for malformed HTTP, which never reaches the app (decisions D2). */
export function refuseMalformed(error: MalformedRequest, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const requestId = chooseRequestId(undefined);
  const apiError = new ApiError(
    "INVALID_REQUEST",
    reasons[error.code ?? ""] ?? "The request is not well-formed HTTP.",
  );
  const body = renderEnvelope(apiError, { requestId, path: readPath(error.rawPacket) }, Date.now());
  socket.end(
    [
      "HTTP/1.1 400 Bad Request",
      "content-type: application/json",
      `x-request-id: ${requestId}`,
      "x-content-type-options: nosniff",
      "cache-control: no-store",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

/** Reads the path from the request line; "/" when it cannot be read. */
function readPath(packet: Buffer | undefined): string {
  const line = packet?.subarray(0, 16_384).toString("latin1").split("\r\n", 1)[0] ?? "";
  const [, target = "/"] = /^[A-Za-z-]+ (\/[^ ?]*)/.exec(line) ?? [];
  return target;
}
