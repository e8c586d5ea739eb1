import { describe, expect, it } from "vitest";
import { providers } from "./find-provider.ts";
import { findKnownProvider, listKnownProviders, proposeProvider } from "./known-providers.ts";
import { providerKey } from "./provider-key.ts";
import { providerKeys } from "./providers/api-keys.ts";

describe("the keys of providers", () => {
  it.each(providerKeys.map((facts) => [facts.provider, facts]))("fit the schema: %s", (_key, facts) => {
    expect(providerKey.parse(facts)).toEqual(facts);
  });

  it("are listed once, have hosts that no other has, and have a name", () => {
    const keys = providerKeys.map(({ provider }) => provider);
    expect(keys).toEqual([...new Set(keys)].sort());
    const hosts = providerKeys.flatMap((one) => one.hosts);
    expect(hosts).toEqual([...new Set(hosts)]);
    const withOAuth = new Set(providers.map(({ key }) => key));
    expect(
      providerKeys.filter(({ provider, name }) => withOAuth.has(provider) === (name !== undefined)),
    ).toEqual([]);
  });
});

describe("the known providers", () => {
  it("are sorted by key, with OAuth or not", () => {
    const keys = listKnownProviders().map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(keys).toEqual(expect.arrayContaining(["github", "openai", "slack", "stripe"]));
  });

  it("are found by key and by name", () => {
    expect(findKnownProvider(" GitHub ")?.key).toBe("github");
    expect(findKnownProvider("hugging face")?.key).toBe("hugging-face");
    expect(findKnownProvider("nobody")).toBeUndefined();
  });

  it.each([
    ["https://127.0.0.1:8080", undefined],
    ["https://api.github.com.evil.test", undefined],
    ["https://someone.github.io", undefined],
    ["/v1", undefined],
    ["https://graph.microsoft.com/v1.0", "microsoft"],
    ["https://files.stripe.com", "stripe"],
  ])("are found by the address of an API: %s", (url, key) => {
    expect(proposeProvider(url)?.key).toBe(key);
  });
});
