import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/**
 * Finds the network address of the browser. A proxy adds the address that it was called from to `x-forwarded-for`; entries before one
 * that is not a trusted proxy's can be made up.
 *
 * @returns null when it is unknown
 */
export function findClientAddress(context: Context, trustedProxies: readonly string[]): string | null {
  const direct = getConnInfo(context).remote.address ?? null;
  return direct === null
    ? null
    : resolveClientAddress(direct, context.req.header("x-forwarded-for"), trustedProxies);
}

export function resolveClientAddress(
  direct: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  let address = direct;
  while (isTrusted(address, trustedProxies)) {
    const next = hops.pop();
    if (next === undefined || !ipaddr.isValid(next)) {
      return address;
    }
    address = next;
  }
  return address;
}

function isTrusted(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === parsed.kind() && parsed.match(range);
  });
}
