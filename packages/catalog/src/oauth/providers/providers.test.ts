import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listVariables } from "../../list-variables.ts";
import { fillTemplate } from "../fill-template.ts";
import { providers, recognizeProvider } from "../find-provider.ts";
import { hostOf, isHostOf } from "../host.ts";
import { addressesOf, keptFields } from "../method-fields.ts";
import type { OAuth2Method } from "../oauth2-method.ts";
import { type ProviderFacts, providerFacts } from "../provider-facts.ts";
import { curatedProviders } from "./curated.ts";

const recognizable = providers.filter(({ hosts }) => hosts.length > 0);

/** Addresses that receive a client's secret or a user. A provider is recognized by them. */
function signInAddresses({ authorizationUrl, tokenUrl, environments }: OAuth2Method): string[] {
  const others = Object.values(environments ?? {}).flatMap((other) => [
    other.authorizationUrl,
    other.tokenUrl,
  ]);
  return [authorizationUrl, tokenUrl, ...others].filter((url) => url !== undefined);
}

/** Values that the facts accept for each field. */
function acceptedValues({ fields = [] }: ProviderFacts): fc.Arbitrary<Map<string, string>> {
  const values = fields.map(({ fieldName, pattern, enum: listed }) =>
    (listed ? fc.constantFrom(...listed) : fc.stringMatching(new RegExp(`^(?:${pattern})$`))).map(
      (value): [string, string] => [fieldName, value],
    ),
  );
  return fc.tuple(...values).map((entries) => new Map(entries));
}

describe("the facts of providers", () => {
  it("are kept by hand for more than 60 providers, each with its documentation", () => {
    expect(curatedProviders.length).toBeGreaterThan(60);
    expect(curatedProviders.filter(({ documentationUrl }) => documentationUrl === undefined)).toEqual([]);
  });

  it.each(providers.map((facts) => [facts.key, facts]))("fit the schema: %s", (_key, facts) => {
    expect(providerFacts.parse(facts)).toEqual(facts);
  });

  it("have keys and hosts of their own", () => {
    const keys = providers.map(({ key }) => key);
    const hosts = providers.flatMap((provider) => provider.hosts);
    expect(keys).toEqual([...new Set(keys)]);
    expect(hosts).toEqual([...new Set(hosts)]);
    for (const { key, hosts: own } of providers) {
      const others = providers.filter((other) => other.key !== key).flatMap((other) => other.hosts);
      expect(own.filter((host) => others.some((other) => isHostOf(other, host)))).toEqual([]);
    }
  });

  it("name only https addresses", () => {
    const addresses = providers.flatMap(({ method }) => addressesOf(method));
    expect(addresses.filter((url) => !/^https:\/\/|^\{(?:instanceUrl|apiDomain)\}\//.test(url))).toEqual([]);
  });

  it.each(providers.map((facts) => [facts.key, facts]))(
    "declare the fields in their addresses: %s",
    (_key, facts) => {
      const declared = (facts.fields ?? []).map(({ fieldName }) => fieldName);
      const kept = keptFields(facts.method);
      const named = new Set(addressesOf(facts.method).flatMap(listVariables));
      expect([...named].filter((name) => !declared.includes(name) && !kept.includes(name))).toEqual([]);
      expect(declared.filter((name) => !named.has(name))).toEqual([]);
      expect(
        (facts.fields ?? []).every((field) => field.pattern !== undefined || field.enum !== undefined),
      ).toBe(true);
      expect(facts.method.tokenUrl).toBeDefined();
    },
  );

  it.each(recognizable.map((facts) => [facts.key, facts]))(
    "lead only to the provider's hosts, whatever value a field has: %s",
    (key, facts) => {
      fc.assert(
        fc.property(acceptedValues(facts), (values) => {
          const addresses = signInAddresses(facts.method).map((url) => fillTemplate(url, values));
          expect(addresses.map((url) => recognizeProvider(new URL(url).href)?.key)).toEqual(
            addresses.map(() => key),
          );
        }),
        { numRuns: facts.fields ? 100 : 1 },
      );
    },
  );

  it.each(providers.filter(({ method }) => method.environments).map((facts) => [facts.key, facts]))(
    "have another address for each endpoint of production in every environment: %s",
    (_key, { method }) => {
      const { environments, account, ...production } = method;
      for (const other of Object.values(environments ?? {})) {
        for (const name of ["authorizationUrl", "tokenUrl", "refreshUrl", "revocationUrl"] as const) {
          expect(other[name] === undefined).toBe(production[name] === undefined);
          expect(other[name] === undefined || other[name] !== production[name]).toBe(true);
        }
        const isBound = account !== undefined && hostOf(account.url) !== undefined;
        expect(other.accountUrl !== undefined).toBe(isBound);
      }
    },
  );
});
