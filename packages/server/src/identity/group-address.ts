import ipaddr from "ipaddr.js";

/** Names who is counted for a network address. A household has 2⁶⁴ addresses of version 6, so its network is counted. */
export const groupAddress = (address: string): string => groupBy(address, 64);

/** Names whose share of a bound for all strangers an address takes. One customer may have 2¹⁶ networks of version 6 (RFC 6177 §2). */
export const groupSite = (address: string): string => groupBy(address, 48);

function groupBy(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, bits / 16).join(":") : parsed.toString();
}
