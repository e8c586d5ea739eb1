import { hostOf, isHostOf } from "./host.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { curatedProviders } from "./providers/curated.ts";
import seeded from "./providers/seeded.generated.json" with { type: "json" };

/** All providers: those kept by hand first, then those seeded from a list. */
export const providers: readonly ProviderFacts[] = [...curatedProviders, ...seeded.providers];

/** The provider of that key. */
export function findProvider(key: string): ProviderFacts | undefined {
  return providers.find((provider) => provider.key === key);
}

/**
 * The provider that an authorization, token or discovery address belongs to, by its host: the same host before one below a
 * `*.host`. The address may have `{field}` in it.
 */
export function recogniseProvider(url: string): ProviderFacts | undefined {
  const host = hostOf(url);
  if (host === undefined) {
    return undefined;
  }
  return (
    providers.find(({ hosts }) => hosts.includes(host)) ??
    providers.find(({ hosts }) => hosts.some((known) => isHostOf(known, host)))
  );
}
