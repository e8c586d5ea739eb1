import { describe, expect, it } from "vitest";
import { seedProviders } from "./seed-providers.ts";

describe("seeded providers", () => {
  it("have addresses, and a field for the first label of a host", () => {
    const list = {
      acme: {
        oauth: 2,
        authorize_url: "https://[subdomain].acme.test/go",
        access_url: "https://api.acme.test/token",
      },
    };
    expect(seedProviders(list)).toMatchObject([
      {
        key: "acme",
        hosts: ["*.acme.test", "api.acme.test"],
        fields: [{ fieldName: "subdomain" }],
        method: {
          authorizationUrl: "https://{subdomain}.acme.test/go",
          tokenUrl: "https://api.acme.test/token",
        },
      },
    ]);
  });

  it.each([
    ["of OAuth 1.0", "one", { oauth: 1, authorize_url: "https://a.test/a", access_url: "https://a.test/t" }],
    [
      "without encryption",
      "plain",
      { oauth: 2, authorize_url: "http://a.test/a", access_url: "https://a.test/t" },
    ],
    [
      "at any host",
      "any",
      { oauth: 2, authorize_url: "https://[subdomain]/a", access_url: "https://[subdomain]/t" },
    ],
    [
      "that is kept by hand under this key",
      "github",
      { oauth: 2, authorize_url: "https://a.test/a", access_url: "https://a.test/t" },
    ],
    [
      "that is kept by hand under this host",
      "hub",
      { oauth: 2, authorize_url: "https://github.com/a", access_url: "https://a.test/t" },
    ],
  ])("leave out an entry %s", (_kind, key, listed) => {
    expect(seedProviders({ [key]: listed })).toEqual([]);
  });
});
