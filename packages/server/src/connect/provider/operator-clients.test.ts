import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogAuthentication } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOperatorClients } from "./operator-clients.ts";
import type { Provider } from "./provider.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-clients-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: unknown) {
  const path = join(folder, "clients.json");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return readOperatorClients(path);
}

const provider: Provider = {
  method: {},
  issuer: null,
  authorizationUrl: "https://github.com/login/oauth/authorize",
  tokenUrl: "https://github.com/login/oauth/access_token",
  refreshUrl: null,
  revocationUrl: null,
  userinfoUrl: null,
  registrationUrl: null,
  accountUrl: null,
  clientAuthentication: "body",
  isAuthenticationAssumed: true,
  signingAlgorithms: null,
  isOpenIdProvider: false,
  namesItself: false,
  discovered: null,
};
const method = (
  key: string,
  tokenUrl = "https://github.com/login/oauth/access_token",
): CatalogAuthentication => ({
  key,
  type: "oauth2",
  name: "OAuth",
  description: "",
  scopes: [],
  fields: [],
  placements: [],
  oauth2: { tokenUrl },
});
const builtIn = { slug: "github", isBuiltIn: true };
const imported = { slug: "github", isBuiltIn: false };

describe("the operator's clients", () => {
  test("are found by the method's key, else by the star", async () => {
    const clients = await read({
      github: { "*": { clientId: "any" }, oauth: { clientId: "one", scopes: ["a"] } },
    });
    expect(clients.find(builtIn, method("oauth"), provider)).toEqual({
      clientId: "one",
      clientSecret: null,
      registration: null,
      scopes: ["a"],
      allowed: { tokenHosts: ["github.com"], discoveryUrl: null },
    });
    expect(clients.find(builtIn, method("other"), provider)?.clientId).toBe("any");
    expect(clients.find({ ...builtIn, slug: "constructor" }, method("oauth"), provider)).toBeNull();
  });

  test("are not sent to a host that a connection's field sets, not even for a built-in application", async () => {
    const open = method("oauth", "https://{tenant}/token");
    const closed = await read({ github: { "*": { clientId: "one", clientSecret: "s" } } });
    expect(closed.find(builtIn, open, provider)).toBeNull();
    const named = await read({ github: { "*": { clientId: "one", tokenHosts: ["*.github.com"] } } });
    expect(named.find(builtIn, open, provider)?.allowed?.tokenHosts).toEqual(["*.github.com"]);
  });

  test("are used for an imported application only if all its token hosts are named", async () => {
    const entry = { clientId: "one", clientSecret: "s" };
    const closed = await read({ github: { "*": entry } });
    expect(closed.find(imported, method("oauth"), provider)).toBeNull();
    const open = await read({ github: { "*": { ...entry, tokenHosts: ["github.com"] } } });
    expect(open.find(imported, method("oauth"), provider)?.clientId).toBe("one");
    const elsewhere = { ...provider, refreshUrl: "https://evil.example/token" };
    expect(open.find(imported, method("oauth"), elsewhere)).toBeNull();
  });

  test("do not exist without a file", async () => {
    expect((await readOperatorClients(null)).find(builtIn, method("oauth"), provider)).toBeNull();
  });

  test.each([["no JSON {"], [{ github: { "*": { clientSecret: "secret-canary" } } }], [[]]])(
    "are refused as %j, without repeating a secret",
    async (content) => {
      const error = await read(content).catch((caught) => caught);
      expect(error.message).toContain("BOWLINE_OAUTH_CLIENTS");
      expect(error.message).not.toContain("secret-canary");
    },
  );
});
