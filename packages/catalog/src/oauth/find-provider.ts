import { hostOf, isHostOf } from "./host.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { curatedProviders } from "./providers/curated.ts";
import seeded from "./providers/seeded.generated.json" with { type: "json" };

/** All providers: first those kept by hand, then those from a public list. */
export const providers: readonly ProviderFacts[] = [...curatedProviders, ...seeded.providers];

/** The provider of that key. */
export function findProvider(key: string): ProviderFacts | undefined {
  return providers.find((provider) => provider.key === key);
}

/**
 * Finds a provider by the host of an authorization, token or discovery address. An exact host wins over `*.host`. The
 * address may contain `{field}`.
 */
export function recognizeProvider(url: string): ProviderFacts | undefined {
  const host = hostOf(url);
  if (host === undefined) {
    return undefined;
  }
  return (
    providers.find(({ hosts }) => hosts.includes(host)) ??
    providers.find(({ hosts }) => hosts.some((known) => isHostOf(known, host)))
  );
}
