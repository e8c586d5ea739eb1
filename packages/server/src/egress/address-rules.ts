import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says whether an IP address may be called. */
export type AddressRule = (address: string) => boolean;

/** The global unicast range of the IANA registry. It excludes `::/96`, NAT64, unique-local, link-local and multicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Public addresses that only a cloud's own machines reach: its metadata and name services (decisions D80). Those of the other
 * clouds are in special ranges, which are refused as a whole: 169.254.169.254, 169.254.170.2, 169.254.0.23, 100.100.100.200,
 * 192.0.0.192, fd00:ec2::254, fd20:ce::254, fd00:42::42.
 */
const platformNetworks = [
  "168.63.129.16/32", // Azure: wire server, DNS, health probes
  "161.26.0.0/16", // IBM Cloud: name, time and package servers
  "166.8.0.0/14", // IBM Cloud: service endpoints
  "192.80.8.124/32", // Equinix Metal: metadata
].map((network) => ipaddr.IPv4.parseCIDR(network));

/**
 * Builds the rule that allows public addresses and those in the networks given.
 *
 * @param allowedPrivateNetworks CIDR texts such as `10.1.0.0/16` or `fd00::/8`
 * @throws RangeError when one of them is not a CIDR
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
    throw new RangeError(`"${text}" is not a network in CIDR notation, such as 10.1.0.0/16`);
  }
}

function parseAddress(text: string): Address | null {
  if (!ipaddr.isValid(text)) {
    return null;
  }
  return ipaddr.process(text); // turns an IPv4-mapped IPv6 address into the IPv4 address
}

/** The library calls every address outside of its special ranges `unicast`. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") {
    return false;
  }
  return address instanceof ipaddr.IPv4
    ? !platformNetworks.some((network) => address.match(network))
    : address.match(globalUnicast);
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
