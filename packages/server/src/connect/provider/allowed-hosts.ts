import type { CatalogAuthentication, CredentialField, OAuth2Method } from "@bowline/catalog";

/** Where a client may be sent to (decisions D74). */
export interface TokenHosts {
  /** Hosts with their ports; `*.example.com` is every host below. */
  tokenHosts: string[];
  /** A discovery document whose endpoints count as named; null: none does. */
  discoveryUrl: string | null;
}

/** Two names at least: `*.com` would be no bound. */
const fixedEnding = /^(?:\.[a-z0-9-]+){2,}(?::\d+)?$/i;
const patternEnding = /(?:\\\.[A-Za-z0-9-]+){2,}\$?$/;

/**
 * The hosts that a method's description bounds its client to. Null when one of them comes from a connection's field that may
 * hold any host: only a field with an enum, one with a pattern that ends in fixed names, and one before a fixed ending are bound.
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

/** Whether an address is at one of the hosts. */
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
  const names = Array.from(host.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
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
  // Of several alternatives only the last would be looked at.
  const fixed = field?.pattern?.includes("|") ? null : patternEnding.exec(field?.pattern ?? "");
  return fixed && ending === "" ? [`*${fixed[0].replace(/[\\$]/g, "").toLowerCase()}`] : null;
}

/** The field may hold a whole address. */
const hostOf = (value: string): string =>
  URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`)?.host ?? value;
