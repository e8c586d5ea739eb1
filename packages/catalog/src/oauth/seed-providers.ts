import { hostOf, isHostOf } from "./host.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { curatedProviders } from "./providers/curated.ts";
import { hostLabelField } from "./providers/fields.ts";

/** An entry of `config/oauth.json` in npm `grant`, as far as it is used. */
interface ListedProvider {
  oauth: number;
  authorize_url: string;
  access_url: string;
}

/**
 * Makes facts out of the list of npm `grant`: OAuth 2.0 over https with a host of its own, and none of those that are
 * kept by hand. Its scope delimiters are left out: where it states one it is the default, a space, and the comma it uses
 * elsewhere is its own default.
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
  // A host that the user names whole cannot be recognised, and anybody could be sent the client's secret.
  if (!urls.every((url) => url.startsWith("https://")) || hosts.some((host) => host.includes("{"))) {
    return undefined;
  }
  const template = urls.find((url) => url.includes("{subdomain}"));
  const example = template && hostOf(template)?.replace("{subdomain}", "example");
  return {
    key,
    name: key.charAt(0).toUpperCase() + key.slice(1),
    hosts,
    ...(example && { fields: [hostLabelField("subdomain", "Subdomain", `https://${example}: example`)] }),
    method: { authorizationUrl, tokenUrl },
  };
}

function isSameProvider(one: ProviderFacts, other: ProviderFacts): boolean {
  return (
    one.key === other.key || other.hosts.some((host) => one.hosts.some((known) => isHostOf(known, host)))
  );
}
