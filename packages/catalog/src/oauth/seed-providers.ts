import { hostOf, isHostOf } from "./host.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { curatedProviders } from "./providers/curated.ts";
import { hostLabelField } from "./providers/fields.ts";

/** The members used of an entry of `config/oauth.json` in npm `grant`. */
interface ListedProvider {
  oauth: number;
  authorize_url: string;
  access_url: string;
}

/**
 * Builds provider facts from the list of npm `grant`. It takes OAuth 2.0 providers over https with a fixed host, except those
 * kept by hand. It ignores the list's scope delimiters: a stated one is always a space, and its default is a comma.
 */
export function seedProviders(list: { [key: string]: ListedProvider }): ProviderFacts[] {
  const seeded: ProviderFacts[] = [];
  for (const [key, listed] of Object.entries(list)) {
    const facts = listed.oauth === 2 ? readListed(key, listed) : undefined;
    const taken = [...curatedProviders, ...seeded];
    if (facts && !taken.some((other) => isSameProvider(other, facts))) {
      seeded.push(facts);
    }
  }
  return seeded;
}

function readListed(key: string, listed: ListedProvider): ProviderFacts | undefined {
  const urls = [listed.authorize_url, listed.access_url].map((url) =>
    url.replaceAll("[subdomain]", "{subdomain}"),
  );
  const [authorizationUrl = "", tokenUrl = ""] = urls;
  const hosts = [...new Set(urls.map((url) => hostOf(url)?.replace(/^\{subdomain\}\./, "*.") ?? ""))];
  // A host that the user names completely cannot be recognized, and the client's secret could go to anyone.
  if (!urls.every((url) => url.startsWith("https://")) || hosts.some((host) => host.includes("{"))) {
    return undefined;
  }
  const template = urls.find((url) => url.includes("{subdomain}"));
  const example = template && hostOf(template)?.replace("{subdomain}", "example");
  return {
    key,
    name: key.charAt(0).toUpperCase() + key.slice(1),
    hosts,
    ...(example && { fields: [hostLabelField("subdomain", "Subdomain", example)] }),
    method: { authorizationUrl, tokenUrl },
  };
}

function isSameProvider(one: ProviderFacts, other: ProviderFacts): boolean {
  return (
    one.key === other.key || other.hosts.some((host) => one.hosts.some((known) => isHostOf(known, host)))
  );
}
