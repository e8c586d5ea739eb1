import { listVariables } from "../list-variables.ts";
import { fillTemplate, matchTemplate } from "./fill-template.ts";
import { addressesOf, keptFields } from "./method-fields.ts";
import type { OAuth2Method } from "./oauth2-method.ts";
import type { ProviderFacts } from "./provider-facts.ts";

const endpoints = ["authorizationUrl", "tokenUrl", "refreshUrl", "revocationUrl"] as const;
const addressNames = [...endpoints, "accountUrl"] as const;
type Addresses = { [Name in (typeof addressNames)[number]]?: string | undefined };

/**
 * Merges a description's OAuth method with the facts about its provider. The description wins, except for three kinds of
 * address: outdated ones, the provider's own with an example in the tenant's place, and those of one environment, because
 * the connection's environment decides.
 */
export function applyProvider(stated: OAuth2Method, provider: ProviderFacts): OAuth2Method {
  const { outdatedUrls = [], method } = provider;
  const own = filterTexts(stated, (value) => !outdatedUrls.includes(value));
  const matches = matchEndpoints(own, method);
  const found = [...matchHosts(own, method), ...matches].flatMap((match) => [...match]);
  const tenant = new Map(found.filter(([, value]) => !isExample(value)));
  const kept = filterTexts(
    own,
    (url, name) => !isOwnTemplate(name, url, method, tenant) && !isOfEnvironment(name, url, method),
  );
  const isSameServer = matches.length > 0 || endpoints.every((name) => own[name] === undefined);
  return withoutIdleAccount({ ...fillAddresses(factsFor(own, method, isSameServer), tenant), ...kept });
}

function filterTexts(
  method: OAuth2Method,
  keep: (value: string, name: string) => boolean,
): Partial<OAuth2Method> {
  return Object.fromEntries(
    Object.entries(method).filter(([name, value]) => typeof value !== "string" || keep(value, name)),
  );
}

/** Field values, for each stated endpoint that matches the provider or one of its environments. */
function matchEndpoints(own: OAuth2Method, known: OAuth2Method): Map<string, string>[] {
  const servers = [known, ...Object.values(known.environments ?? {})];
  return endpoints.flatMap((name) =>
    servers.flatMap((server) => {
      const [url, template] = [own[name], server[name]];
      const match = url !== undefined && template !== undefined && matchTemplate(template, url);
      return match ? [match] : [];
    }),
  );
}

/** Field values in the host of each stated address. The path may differ: it is another authorization server of the tenant. */
function matchHosts(own: OAuth2Method, known: OAuth2Method): Map<string, string>[] {
  const origin = (url: string | undefined) => /^https?:\/\/[^/?#]*/.exec(url ?? "")?.[0];
  const template = origin(known.tokenUrl);
  return [own.authorizationUrl, own.tokenUrl, own.discoveryUrl].map(origin).flatMap((stated) => {
    const match = stated && template && matchTemplate(template, stated);
    return match ? [match] : [];
  });
}

function isExample(value: string): boolean {
  return /[{}<>[\]:]|your|example|subdomain|my-?(?:shop|store|company|domain|tenant)/i.test(value);
}

function isOwnTemplate(
  name: string,
  url: string,
  known: OAuth2Method,
  tenant: ReadonlyMap<string, string>,
): boolean {
  const endpoint = endpoints.find((each) => each === name);
  const template = endpoint && known[endpoint];
  const match = template && matchTemplate(template, url);
  return !!match && [...match.keys()].some((field) => !tenant.has(field));
}

function isOfEnvironment(name: string, url: string, { environments }: OAuth2Method): boolean {
  const endpoint = endpoints.find((each) => each === name);
  return Object.values(environments ?? {}).some((other) => {
    const template = endpoint && other[endpoint];
    return template !== undefined && matchTemplate(template, url) !== undefined;
  });
}

/** Drops the known endpoints when the description names a discovery document or another authorization server. */
function factsFor(own: OAuth2Method, known: OAuth2Method, isSameServer: boolean): OAuth2Method {
  const { authorizationUrl, tokenUrl, refreshUrl, revocationUrl, environments, ...others } = known;
  if (own.discoveryUrl !== undefined) {
    return others;
  }
  if (isSameServer) {
    return known;
  }
  return { ...others, ...(authorizationUrl && { authorizationUrl }), ...(tokenUrl && { tokenUrl }) };
}

function fillAddresses(method: OAuth2Method, values: ReadonlyMap<string, string>): OAuth2Method {
  const fill = (addresses: Addresses) =>
    Object.fromEntries(
      addressNames.flatMap((name) => {
        const template = addresses[name];
        return template === undefined ? [] : [[name, fillTemplate(template, values)]];
      }),
    );
  const { account, environments } = method;
  return {
    ...method,
    ...fill(method),
    ...(account && { account: { ...account, url: fillTemplate(account.url, values) } }),
    ...(environments && {
      environments: Object.fromEntries(
        Object.entries(environments).map(([name, addresses]) => [name, fill(addresses)]),
      ),
    }),
  };
}

/** Drops the account call when it needs a field that nothing else needs. */
function withoutIdleAccount(method: OAuth2Method): OAuth2Method {
  const { account, ...others } = method;
  const asked = new Set([...addressesOf(others).flatMap(listVariables), ...keptFields(method)]);
  return account && listVariables(account.url).every((name) => asked.has(name)) ? method : others;
}
