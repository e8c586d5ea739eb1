import {
  type CatalogAuthentication,
  type CredentialField,
  listVariables,
  type OAuth2Method,
} from "@bowline/catalog";

/** The hosts that a client may be sent to (decisions D74). */
export interface TokenHosts {
  /** Hosts with their ports. `*.example.com` means every subdomain. */
  tokenHosts: string[];
  /** A discovery document whose endpoints are allowed, too. Null: none. */
  discoveryUrl: string | null;
}

/** At least two names: `*.com` would limit nothing. */
const fixedEnding = /^(?:\.[a-z0-9-]+){2,}(?::\d+)?$/i;
const patternEnding = /(?:\\\.[A-Za-z0-9-]+){2,}\$?$/;

/**
 * Finds the hosts to which a method's description limits its client. Null when a connection's field can set any host. A field is
 * limited if it has an enum, has a pattern that ends in fixed names, or is followed by a fixed ending.
 */
export function findTokenHosts({ oauth2 = {}, fields }: CatalogAuthentication): TokenHosts | null {
  const hosts = listTokenAddresses(oauth2).map((address) => boundHosts(address, fields));
  const discovered = oauth2.discoveryUrl === undefined ? [] : boundHosts(oauth2.discoveryUrl, fields);
  if (discovered === null || hosts.includes(null)) {
    return null;
  }
  const tokenHosts = [...new Set([...hosts.flatMap((some) => some ?? []), ...discovered])].sort();
  return {
    tokenHosts,
    discoveryUrl: oauth2.discoveryUrl?.includes("{") ? null : (oauth2.discoveryUrl ?? null),
  };
}

/** Whether an address has one of the hosts. */
export function isAtHost(url: string, hosts: readonly string[]): boolean {
  const host = URL.parse(url)?.host ?? "";
  return hosts.some((one) => one === host || (one.startsWith("*.") && host.endsWith(one.slice(1))));
}

function listTokenAddresses({ environments, ...method }: OAuth2Method): string[] {
  return [method, ...Object.values(environments ?? {})]
    .flatMap(({ tokenUrl, refreshUrl, revocationUrl }) => [tokenUrl, refreshUrl, revocationUrl])
    .filter((address) => address !== undefined);
}

function boundHosts(address: string, fields: readonly CredentialField[]): string[] | null {
  const host = /^(?:https?:\/\/)?([^/?#]*)/i.exec(address)?.[1] ?? "";
  const names = listVariables(host);
  const last = names.at(-1);
  if (last === undefined) {
    return [URL.parse(address)?.host ?? host];
  }
  const ending = host.slice(host.lastIndexOf("}") + 1);
  if (fixedEnding.test(ending)) {
    return [`*${ending.toLowerCase()}`];
  }
  const field = fields.find(({ fieldName }) => fieldName === last);
  if (field?.enum !== undefined && names.length === 1) {
    return field.enum.map((value) => hostOf(host.replace(`{${last}}`, value)));
  }
  // A pattern with alternatives is refused, because only the last one would be checked.
  const fixed = field?.pattern?.includes("|") ? null : patternEnding.exec(field?.pattern ?? "");
  return fixed && ending === "" ? [`*${fixed[0].replace(/[\\$]/g, "").toLowerCase()}`] : null;
}

/** Returns the host of a value, which may be a whole address. */
const hostOf = (value: string): string =>
  URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`)?.host ?? value;
