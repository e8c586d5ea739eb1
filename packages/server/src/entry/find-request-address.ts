import type { IncomingMessage } from "node:http";
import { resolveClientAddress } from "./resolve-client-address.ts";

/** Finds the network address that a request comes from; null when it is unknown. */
export function findRequestAddress(
  request: IncomingMessage,
  trustedProxies: readonly string[],
): string | null {
  const direct = request.socket.remoteAddress ?? null;
  const forwarded = request.headers["x-forwarded-for"];
  return direct === null ? null : resolveClientAddress(direct, [forwarded].flat().join(","), trustedProxies);
}
