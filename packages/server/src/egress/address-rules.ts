import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says whether an IP address may be called. */
export type AddressRule = (address: string) => boolean;

/** Everything the IANA registry calls global unicast; outside of it lie `::/96`, NAT64, unique-local, link-local and multicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Makes the rule of which addresses may be reached: the public ones, and those in the networks given.
 *
 * @param allowedPrivateNetworks CIDR texts such as `10.1.0.0/16` or `fd00::/8`.
 * @throws RangeError when one of them is no CIDR.
 */
export function buildAddressRule(allowedPrivateNetworks: readonly string[]): AddressRule {
  const networks = allowedPrivateNetworks.map(parseNetwork);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) {
      return false;
    }
    return isPublic(address) || networks.some((network) => isWithin(address, network));
  };
}

function parseNetwork(text: string): [Address, number] {
  try {
    return ipaddr.parseCIDR(text.trim());
  } catch {
    throw new RangeError(`"${text}" is no network in CIDR notation, such as 10.1.0.0/16`);
  }
}

function parseAddress(text: string): Address | null {
  if (!ipaddr.isValid(text)) {
    return null;
  }
  return ipaddr.process(text); // an IPv4-mapped IPv6 address becomes the IPv4 address it stands for
}

/** `unicast` is what is left when every special range of the library is taken away. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") {
    return false;
  }
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
