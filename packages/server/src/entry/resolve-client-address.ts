import ipaddr from "ipaddr.js";

/**
 * Resolves the network address of a client. A proxy adds the address that it was called from to `x-forwarded-for`; entries before one that
 * is not a trusted proxy's can be made up.
 *
 * @param direct the address that the connection comes from
 */
export function resolveClientAddress(
  direct: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = (forwardedFor ?? "").split(",").map(dropPort);
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

/** Some proxies add the port: `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function dropPort(hop: string): string {
  const [, bracketed, plain] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop.trim();
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
