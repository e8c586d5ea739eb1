import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uniqueName } from "../../support/actors.ts";
import { createKeyCaller, refuse, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { ListedOAuthClient, ListOf } from "../../support/records.ts";
import { startServerOnDatabase } from "../../support/shared-database.ts";
import type { StartedServer } from "../../support/start-server.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";

describeOwnServer("A client of the operator", () => {
  const [trusted, untrusted] = [uniqueName("app"), uniqueName("app")];
  let folder: string;
  let provider: OddProvider;
  let server: StartedServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bowline-clients-"));
    provider = await startOddProvider();
    const client = { ...provider.client, tokenHosts: [new URL(provider.origin).host] };
    const file = join(folder, "clients.json");
    const elsewhere = { ...client, tokenHosts: ["tokens.example.com"] };
    await writeFile(file, JSON.stringify({ [trusted]: { "*": client }, [untrusted]: { "*": elsewhere } }));
    server = await startServerOnDatabase({ BOWLINE_OAUTH_CLIENTS: file });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await provider?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const importAs = async (slug: string) => {
    const admin = createKeyCaller(server.adminApiKey, server);
    await succeed(admin.post("/v1/applications", { source: "openapi", slug, document: provider.document }));
    return admin;
  };

  test(
    "is used by companies without their own client",
    proves("sign-in.operator-client", "applications.clients.list"),
    async () => {
      const admin = await importAs(trusted);
      const response = await succeed<{ signInUrl: string }>(
        admin.post("/v1/connections/GetSignInUrl", { applicationSlug: trusted }),
      );
      expect(new URL(response.signInUrl).searchParams.get("client_id")).toBe(provider.client.clientId);
      const { items } = await succeed<ListOf<ListedOAuthClient>>(admin.get("/v1/applications/OAuthClients"));
      expect(items).toMatchObject([{ applicationSlug: trusted, setBy: "operator", clientId: null }]);
    },
  );

  test(
    "is not sent to a host that the operator did not name",
    proves("sign-in.operator-client"),
    async () => {
      const admin = await importAs(untrusted);
      await refuse(admin.post("/v1/connections/GetSignInUrl", { applicationSlug: untrusted }), "CONFLICT");
    },
  );
});
