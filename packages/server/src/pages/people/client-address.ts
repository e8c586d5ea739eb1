import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { resolveClientAddress } from "../../entry/resolve-client-address.ts";

/** Finds the network address of the browser; null when it is unknown. */
export function findClientAddress(context: Context, trustedProxies: readonly string[]): string | null {
  const direct = getConnInfo(context).remote.address ?? null;
  return direct === null
    ? null
    : resolveClientAddress(direct, context.req.header("x-forwarded-for"), trustedProxies);
}
