import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../../support/actors.ts";
import { createKeyCaller, refuse, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Application, ListedOAuthClient, ListOf } from "../../support/records.ts";
import { plantSecret } from "../../support/secrets.ts";
import { atOddProvider } from "../support/consents.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import {
  buildRedirectUri,
  importProvider,
  type OAuthApplication,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

describeOwnServer("PUT /v1/applications/{slug}/authentications/{authenticationId}/client", () => {
  let provider: OddProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeAll(async () => {
    provider = await startOddProvider();
    application = await importProvider(theAdmin(), provider);
    caller = await hireActor();
  });
  afterAll(() => provider?.stop());

  const path = (): string =>
    `/v1/applications/${application.slug}/authentications/${application.authenticationId}/client`;

  test("is for Admins only", proves("roles.admin.oauth-clients"), async () => {
    await refuse(caller.put(path(), provider.client), "FORBIDDEN");
    await refuse(caller.get(path()), "FORBIDDEN");
    await refuse(caller.delete(path()), "FORBIDDEN");
    const { signInUrl } = await requestSignIn(caller, application);
    expect(new URL(signInUrl).searchParams.get("client_id")).toBe(provider.client.clientId);
  });

  test(
    "replaces the client; its scopes are requested, its secret is never returned",
    proves("applications.client.set", "applications.client.secret"),
    async () => {
      const client = {
        clientId: "another",
        clientSecret: plantSecret("client"),
        scopes: ["a:read", "b:write"],
      };
      const response = await theAdmin().put(path(), client);
      expect(response.status).toBe(200);
      expect(response.text).not.toContain(client.clientSecret);
      const { signInUrl } = await requestSignIn(caller, application);
      const { searchParams } = new URL(signInUrl);
      expect(searchParams.get("client_id")).toBe("another");
      expect(searchParams.get("scope")).toBe("a:read b:write");
      const stored = await theAdmin().get(path());
      expect(stored.body).toMatchObject({ clientId: "another", hasSecret: true, scopes: client.scopes });
      expect(stored.text).not.toContain(client.clientSecret);
      await succeed(theAdmin().put(path(), provider.client));
      expect((await signIn(caller, application, atOddProvider)).status).toBe("active");
    },
  );

  test(
    "is undone by DELETE: then signing in is 409 and says where to set a client",
    proves("applications.client.delete", "applications.client.get"),
    async () => {
      await succeed(theAdmin().delete(path()));
      await refuse(theAdmin().get(path()), "NOT_FOUND");
      const body = { applicationSlug: application.slug };
      const { message } = await refuse(caller.post("/v1/connections/GetSignInUrl", body), "CONFLICT");
      expect(message).toContain("/client");
      await refuse(theAdmin().delete(path()), "NOT_FOUND");
      await succeed(theAdmin().put(path(), provider.client));
    },
  );

  test(
    "tells every member whether a sign-in lacks a client",
    proves("applications.client.lacking"),
    async () => {
      const { slug } = application;
      const tell = async () => {
        const got = await caller.get(`/v1/applications/${slug}`);
        const [listed] = (
          await succeed<ListOf<Application>>(caller.get("/v1/applications", { search: slug }))
        ).items;
        expect(listed).toEqual(got.body);
        expect(got.text).not.toContain(provider.client.clientId);
        return listed?.authentications.map(({ type, lacksOAuthClient }) => ({ type, lacksOAuthClient }));
      };
      expect(await tell()).toEqual([{ type: "oauth2", lacksOAuthClient: false }]);
      await succeed(theAdmin().delete(path()));
      expect(await tell()).toEqual([{ type: "oauth2", lacksOAuthClient: true }]);
      const renamed = await succeed<Application>(
        theAdmin().patch(`/v1/applications/${slug}`, { categories: [] }),
      );
      expect(renamed.authentications[0]).toMatchObject({ lacksOAuthClient: true });
      await succeed(theAdmin().put(path(), provider.client));
      expect(await tell()).toEqual([{ type: "oauth2", lacksOAuthClient: false }]);
    },
  );

  test(
    "is listed for Admins of the company, without its secret",
    proves("applications.clients.list", "applications.clients.private", "applications.clients.admins"),
    async () => {
      const list = async () => {
        const { body, text } = await theAdmin().get("/v1/applications/OAuthClients", { top: 1000 });
        expect(text).not.toContain(provider.client.clientSecret);
        const { items } = body as ListOf<ListedOAuthClient>;
        return items.find(({ authenticationId }) => authenticationId === application.authenticationId);
      };
      const ours = {
        applicationSlug: application.slug,
        setBy: "company",
        clientId: provider.client.clientId,
        hasSecret: true,
        scopes: null,
        redirectUri: buildRedirectUri(),
      };
      expect(await list()).toMatchObject(ours);
      await succeed(theAdmin().delete(path()));
      const missing = { setBy: null, clientId: null, hasSecret: false, redirectUri: buildRedirectUri() };
      expect(await list()).toMatchObject(missing);
      await succeed(theAdmin().put(path(), provider.client));

      await refuse(caller.get("/v1/applications/OAuthClients"), "FORBIDDEN");
      const body = { name: "reads", readOnly: true };
      const { apiKey } = await succeed<{ apiKey: string }>(theAdmin().post("/v1/apikeys", body));
      await refuse(createKeyCaller(apiKey).get("/v1/applications/OAuthClients"), "FORBIDDEN");
    },
  );

  test(
    "is listed with what an Admin needs to register it",
    proves("applications.clients.needs"),
    async () => {
      const flow = { authorizationUrl: "https://github.com/login/oauth/authorize", scopes: { repo: "" } };
      const open = { authorizationUrl: "https://{site}/a", tokenUrl: "https://{site}/t", scopes: {} };
      const securitySchemes = {
        known: {
          type: "oauth2",
          flows: {
            authorizationCode: { ...flow, tokenUrl: "https://github.com/login/oauth/access_token" },
          },
        },
        open: { type: "oauth2", flows: { authorizationCode: open } },
        discovered: {
          type: "openIdConnect",
          openIdConnectUrl: "https://login.invalid/.well-known/openid-configuration",
        },
      };
      const document = { ...provider.document, components: { securitySchemes } };
      const slug = uniqueName("needs");
      await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
      const { items } = await succeed<ListOf<ListedOAuthClient>>(
        theAdmin().get("/v1/applications/OAuthClients", { top: 1000 }),
      );
      const [known, unknown, discovered] = items.filter(({ applicationSlug }) => applicationSlug === slug);
      expect(known).toMatchObject({
        mayRegister: false,
        defaultScopes: ["repo"],
        defaultTokenHosts: ["github.com"],
        documentationUrl: expect.stringMatching(/^https:\/\/docs\.github\.com\//),
      });
      expect(unknown).toMatchObject({ defaultScopes: [], defaultTokenHosts: null, documentationUrl: null });
      expect(discovered).toMatchObject({ mayRegister: true, defaultTokenHosts: ["login.invalid"] });
    },
  );

  test("is for OAuth methods of the application only", proves("applications.client.set"), async () => {
    const other = `/v1/applications/${application.slug}/authentications/999999/client`;
    await refuse(theAdmin().put(other, provider.client), "NOT_FOUND");
    await refuse(theAdmin().put(path(), { clientSecret: plantSecret("client") }), "VALIDATION_ERROR", [
      "clientId",
    ]);
  });
});
