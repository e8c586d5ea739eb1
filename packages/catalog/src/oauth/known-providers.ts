import type { AuthenticationType } from "@bowline/contract";
import { providers, recognizeProvider } from "./find-provider.ts";
import { hostOf, isHostOf } from "./host.ts";
import type { OAuth2Method } from "./oauth2-method.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import type { ProviderKey } from "./provider-key.ts";
import { providerKeys } from "./providers/api-keys.ts";

/** How users authenticate with a provider: by OAuth, by a key, or by both (decisions D45). */
export interface KnownProvider {
  key: string;
  name: string;
  documentationUrl: string | null;
  /** Types of the methods that an import attaches. */
  types: AuthenticationType[];
  oauth: ProviderFacts | undefined;
  apiKey: ProviderKey | undefined;
}

let known: readonly KnownProvider[] | undefined;

/** All known providers, by key. */
export function listKnownProviders(): readonly KnownProvider[] {
  known ??= joinProviders();
  return known;
}

function joinProviders(): KnownProvider[] {
  const keys = new Map(providerKeys.map((one) => [one.provider, one]));
  const withOAuth = providers.map((oauth) => build(oauth.key, oauth, keys.get(oauth.key)));
  const seen = new Set(providers.map(({ key }) => key));
  const others = providerKeys.filter(({ provider }) => !seen.has(provider));
  return [...withOAuth, ...others.map((one) => build(one.provider, undefined, one))].sort((one, other) =>
    one.key < other.key ? -1 : 1,
  );
}

function build(
  key: string,
  oauth: ProviderFacts | undefined,
  apiKey: ProviderKey | undefined,
): KnownProvider {
  return {
    key,
    name: oauth?.name ?? apiKey?.name ?? key,
    documentationUrl: oauth?.documentationUrl ?? apiKey?.documentationUrl ?? null,
    types: [
      ...(oauth === undefined ? [] : ["oauth2" as const]),
      ...(apiKey === undefined ? [] : [typeOf(apiKey)]),
    ],
    oauth,
    apiKey,
  };
}

function typeOf({ method: { scheme } }: ProviderKey): AuthenticationType {
  return scheme.type === "apiKey" ? "apiKey" : scheme.scheme;
}

/** Finds what a method's provider writes about its sign-in. Null: the provider is not known, or its documentation. */
export function findDocumentation({ authorizationUrl, tokenUrl, discoveryUrl }: OAuth2Method): string | null {
  const url = authorizationUrl ?? tokenUrl ?? discoveryUrl;
  return (url && recognizeProvider(url)?.documentationUrl) || null;
}

/** Finds a provider by its key or name, ignoring case. */
export function findKnownProvider(name: string): KnownProvider | undefined {
  const wanted = name.trim().toLowerCase();
  const all = listKnownProviders();
  return all.find(({ key }) => key === wanted) ?? all.find((one) => one.name.toLowerCase() === wanted);
}

/**
 * Finds the provider of an API address: by a host of its API, its sign-in or its account call, else by the domain of one
 * of these hosts.
 */
export function proposeProvider(serverUrl: string): KnownProvider | undefined {
  const host = hostOf(serverUrl);
  if (host === undefined) {
    return undefined;
  }
  const all = listKnownProviders();
  const domain = domainOf(host);
  return (
    all.find((provider) => listHosts(provider).some((known) => isHostOf(known, host))) ??
    all.find((provider) => domain !== null && listHosts(provider).some((known) => domainOf(known) === domain))
  );
}

function listHosts({ oauth, apiKey }: KnownProvider): string[] {
  const account = hostOf(oauth?.method.account?.url ?? "");
  return [...(apiKey?.hosts ?? []), ...(oauth?.hosts ?? []), ...(account === undefined ? [] : [account])];
}

/** Second-level names under which many owners register domains, such as `co.uk`. */
const sharedNames = new Set([
  "co",
  "com",
  "net",
  "org",
  "ac",
  "gov",
  "edu",
  "github",
  "herokuapp",
  "azurewebsites",
]);

/** Returns the last two labels of a host; null when that domain has more than one owner. */
function domainOf(host: string): string | null {
  const labels = host.split(".");
  const [name, end] = labels.slice(-2);
  if (name === undefined || end === undefined || sharedNames.has(name) || /^\d+$|[{}]/.test(end + name)) {
    return null;
  }
  return `${name}.${end}`;
}
