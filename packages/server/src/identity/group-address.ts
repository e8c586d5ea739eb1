import ipaddr from "ipaddr.js";

/** Names who is counted for a network address. A household has 2⁶⁴ addresses of version 6, so its network is counted. */
export function groupAddress(address: string): string {
  if (!ipaddr.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
