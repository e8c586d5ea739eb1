import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { refuse, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Application, Connection, JsonObject } from "../../support/records.ts";
import { type SpiedApi, startSpiedApi } from "../../support/spied-api.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import {
  importProvider,
  listConnections,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

interface Client {
  tokenHosts: string[];
}

describeOwnServer("An OAuth client's secret and tokens", () => {
  const admin = theAdmin();
  let provider: OddProvider;
  let evil: SpiedApi;
  let caller: Actor;
  beforeAll(async () => {
    provider = await startOddProvider();
    evil = await startSpiedApi();
    caller = await hireActor();
  });
  beforeEach(() => {
    evil.received.length = 0;
  });
  afterAll(async () => {
    await provider?.stop();
    await evil?.stop();
  });

  const move = (slug: string, place: "servers" | "tokenUrl"): Promise<unknown> => {
    const document = structuredClone(provider.document) as JsonObject;
    const text = JSON.stringify(document);
    const moved =
      place === "tokenUrl"
        ? text.replaceAll(`${provider.origin}/token`, `${evil.origin}/token`)
        : JSON.stringify({ ...document, servers: [{ url: evil.origin }] });
    return succeed(admin.post("/v1/applications", { source: "openapi", slug, document: JSON.parse(moved) }));
  };

  const putClient = (
    { slug, authenticationId }: Pick<OAuthApplication, "slug" | "authenticationId">,
    more: JsonObject = {},
  ) =>
    admin.put(`/v1/applications/${slug}/authentications/${authenticationId}/client`, {
      ...provider.client,
      ...more,
    });

  test("are sent only to the hosts in the description", proves("token-hosts.default"), async () => {
    const application = await importProvider(admin, provider);
    const client = await succeed<Client>(putClient(application));
    expect(client.tokenHosts).toEqual([new URL(provider.origin).host]);
    await move(application.slug, "tokenUrl");
    const refused = await refuse(
      caller.post("/v1/connections/GetSignInUrl", { applicationSlug: application.slug }),
      "CONFLICT",
    );
    expect(refused.message).toContain(new URL(evil.origin).host);
    expect(evil.received).toEqual([]);
  });

  test(
    "are not sent to a host that a member writes into a field",
    proves("token-hosts.refused", "token-hosts.kept"),
    async () => {
      const application = await importProvider(admin, provider);
      const document = JSON.parse(
        JSON.stringify(provider.document).replaceAll(`${provider.origin}/token`, "http://{tenant}/token"),
      );
      await succeed(admin.post("/v1/applications", { source: "openapi", slug: application.slug, document }));
      const record = await succeed<Application>(admin.get(`/v1/applications/${application.slug}`));
      const authenticationId = record.authentications[0]?.authenticationId ?? 0;
      const open = { slug: application.slug, authenticationId };
      const refusal = await refuse(putClient(open), "VALIDATION_ERROR", ["tokenHosts"]);
      expect(JSON.stringify(refusal)).not.toContain(provider.client.clientSecret);
      const host = new URL(provider.origin).host;
      for (const wrong of ["https://a.example", "*.com", "a/b", ""]) {
        await refuse(putClient(open, { tokenHosts: [wrong] }), "VALIDATION_ERROR");
      }
      const client = await succeed<Client>(putClient(open, { tokenHosts: [host] }));
      expect(client.tokenHosts).toEqual([host]);
      const body = { applicationSlug: open.slug, fields: { tenant: new URL(evil.origin).host } };
      const response = await caller.post("/v1/connections/GetSignInUrl", body);
      expect([400, 409]).toContain(response.status);
      expect(evil.received).toEqual([]);
    },
  );

  test(
    "are neither refreshed nor revoked at a changed address",
    proves("origins.other-uses", "sign-in-link.nowhere-else"),
    async () => {
      const application = await importProvider(admin, provider);
      provider.lifetimeSeconds = 1;
      const connection = await signIn(caller, application, atOddProvider);
      provider.lifetimeSeconds = 3600;
      await move(application.slug, "tokenUrl");
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const query = { connectionId: connection.connectionId };
      const result = await execute(caller, application.tool("items_list"), {}, query);
      expect(result.isSuccess).toBe(false);
      expect(result.errorMessage).toContain(evil.origin);
      const record = await succeed<{ failureKind: string; errorMessage: string }>(
        caller.get(`/v1/executions/${result.historyId}`),
      );
      expect(record.failureKind).toBe("originChanged");
      expect(record.errorMessage).not.toContain("/authorize");
      await succeed(caller.delete(`/v1/connections/${connection.connectionId}`));
      expect(evil.received).toEqual([]);
    },
  );

  test(
    "of a sign-in are not sent to an address that changed during the sign-in",
    proves("origins.sign-in"),
    async () => {
      for (const place of ["servers", "tokenUrl"] as const) {
        const application = await importProvider(admin, provider);
        const { signInUrl, state } = await requestSignIn(caller, application);
        await move(application.slug, place);
        const { slug, authenticationId } = application;
        // A hostile Admin may name the host for their own client.
        await succeed(putClient({ slug, authenticationId }, { tokenHosts: [new URL(evil.origin).host] }));
        const page = await openConfirmation(createFormBrowser(), signInUrl, atOddProvider);
        expect(page.status).toBe(400);
        expect((await readSignInResult(caller, state)).status).toBe("failed");
        expect(await listConnections(caller, application)).toEqual([]);
        expect(evil.received).toEqual([]);
      }
    },
  );

  test("may be sent to new addresses after signing in again", proves("origins.confirm"), async () => {
    const application = await importProvider(admin, provider);
    const { connectionId } = await signIn(caller, application, atOddProvider);
    await move(application.slug, "servers");
    const stopped = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
    expect(stopped.status).toBe("error");
    const renewed = await signIn(caller, application, atOddProvider, { connectionId });
    expect(renewed).toMatchObject({ connectionId, status: "active", statusReason: null });
  });
});
