import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../../support/caller.ts";
import type { ConnectLink } from "../../support/connect-links.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Application, Connection, ListedOAuthClient, ListOf } from "../../support/records.ts";
import { refresh } from "../../support/refresh.ts";
import { plantSecret } from "../../support/secrets.ts";
import { createDatabase, startServerOnDatabase } from "../../support/shared-database.ts";
import { type StartedServer, startServer } from "../../support/start-server.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { type GuardedMcpServer, startGuardedMcpServer } from "../support/guarded-mcp-server.ts";
import { listenOnLoopback, readBody, sendJson } from "../support/loopback-server.ts";
import { importMcpServer } from "../support/mcp-application.ts";
import {
  type McpAuthorizationOptions,
  type McpAuthorizationServer,
  startMcpAuthorizationServer,
} from "../support/mcp-authorization-server.ts";
import {
  buildRedirectUri,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

const readClientId = (signInUrl: string) => new URL(signInUrl).searchParams.get("client_id");
const readRedirectUri = (signInUrl: string) => new URL(signInUrl).searchParams.get("redirect_uri");
const ownRedirectUri = ({ authenticationId }: OAuthApplication) =>
  `${buildRedirectUri()}/${authenticationId}`;

async function startServers(options: Partial<McpAuthorizationOptions> = {}) {
  const authority = await startMcpAuthorizationServer({
    redirectUri: buildRedirectUri(),
    registers: true,
    ...options,
  });
  const server = await startGuardedMcpServer(authority);
  const stop = async () => void (await Promise.all([server.stop(), authority.stop()]));
  return { authority, server, [Symbol.asyncDispose]: stop };
}

describeOwnServer("An authorization server that registers clients", () => {
  let servers: Awaited<ReturnType<typeof startServers>>;
  let authority: McpAuthorizationServer;
  let server: GuardedMcpServer;

  beforeAll(async () => {
    servers = await startServers();
    ({ authority, server } = servers);
  });
  beforeEach(() => {
    authority.registrations.length = 0;
    authority.registrationRefusal = null;
  });
  afterAll(() => servers?.[Symbol.asyncDispose]());

  test(
    "registers one for all sign-ins, with an address of its own",
    proves("mcp-sign-in.registration"),
    async () => {
      const application = await importMcpServer(server.url);
      const callers = await Promise.all([hireActor(), hireActor(), hireActor()]);
      const begun = await Promise.all(callers.map((caller) => requestSignIn(caller, application)));
      expect(authority.registrations).toMatchObject([
        {
          redirect_uris: [ownRedirectUri(application)],
          token_endpoint_auth_method: "client_secret_post",
          grant_types: ["authorization_code", "refresh_token"],
        },
      ]);
      expect(new Set(begun.map(({ signInUrl }) => readClientId(signInUrl))).size).toBe(1);
      const [caller] = callers;
      const { connectionId } = await signIn(caller, application, atStrictProvider("ada"));
      await refresh(caller, connectionId);
      const call = () => execute(caller, application.tool("read_notes"), {}, { connectionId });
      await expect
        .poll(async () => (await caller.get(`/v1/tools/${application.tool("read_notes")}`)).status)
        .toBe(200);
      expect(await call()).toMatchObject({
        isSuccess: true,
        output: { client: readClientId(begun[0]?.signInUrl ?? "") },
      });
      await authority.endAccessTokens();
      expect(await call()).toMatchObject({ isSuccess: true });
      expect(authority.registrations).toHaveLength(1);
      expect(await succeed<string>(caller.delete(`/v1/connections/${connectionId}`))).toMatch(/was revoked/);
    },
  );

  test(
    "is not asked again after an Admin has set a client",
    proves("mcp-sign-in.registration.admin", "applications.clients.list"),
    async () => {
      const application = await importMcpServer(server.url);
      const caller = await hireActor();
      const path = `/v1/applications/${application.slug}/authentications/${application.authenticationId}/client`;
      const begun = await requestSignIn(caller, application);
      expect(readRedirectUri(begun.signInUrl)).toBe(ownRedirectUri(application));
      const { items } = await succeed<ListOf<ListedOAuthClient>>(
        theAdmin().get("/v1/applications/OAuthClients", { top: 1000 }),
      );
      const listed = items.find(({ applicationSlug }) => applicationSlug === application.slug);
      expect(listed).toMatchObject({
        setBy: "registration",
        clientId: readClientId(begun.signInUrl),
        redirectUri: ownRedirectUri(application),
      });
      await succeed(theAdmin().put(path, authority.client));
      const { signInUrl } = await requestSignIn(caller, application);
      expect(readClientId(signInUrl)).toBe(authority.client.clientId);
      expect(readRedirectUri(signInUrl)).toBe(buildRedirectUri());
      expect(await signIn(caller, application, atStrictProvider("bea"))).toMatchObject({ status: "active" });
      expect(authority.registrations).toHaveLength(1);
      await succeed(theAdmin().delete(path));
      await requestSignIn(caller, application);
      expect(authority.registrations).toHaveLength(2);
    },
  );

  test(
    "and forgets it gets another at the next sign-in",
    proves("mcp-sign-in.registration.forgotten"),
    async () => {
      const application = await importMcpServer(server.url);
      const caller = await hireActor();
      const { connectionId } = await signIn(caller, application, atStrictProvider("eve"));
      await refresh(caller, connectionId);
      const call = () => execute(caller, application.tool("read_notes"), {}, { connectionId });
      expect(await call()).toMatchObject({ isSuccess: true });
      await authority.forgetClients();
      await authority.endAccessTokens();
      expect(await call()).toMatchObject({ isSuccess: false });
      const again = { connectionId };
      expect(await signIn(caller, application, atStrictProvider("eve"), again)).toMatchObject({
        connectionId,
        status: "active",
      });
      expect(authority.registrations).toHaveLength(2);
      expect(await call()).toMatchObject({ isSuccess: true });
    },
  );

  test("may refuse, with a reason", proves("mcp-sign-in.registration.refused"), async () => {
    const application = await importMcpServer(server.url);
    const caller = await hireActor();
    authority.registrationRefusal = "Ask the office.";
    const request = () => caller.post("/v1/connections/GetSignInUrl", { applicationSlug: application.slug });
    const { message } = await refuse(request(), "CONFLICT");
    expect(message).toMatch(/An Admin sets one with PUT .* Ask the office\./);
    authority.registrationRefusal = null;
    await succeed(request());
  });
});

/** Its sign-in page sends the browser on to another server, as if the person had begun there (RFC 9700 §4.4.1). */
async function startHostileAuthority(onward: () => URL) {
  const codes: string[] = [];
  const offers = { registration: true };
  const server = await listenOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? "", server.origin);
    if (url.pathname === "/.well-known/oauth-authorization-server") {
      return sendJson(response, 200, {
        issuer: server.origin,
        authorization_endpoint: `${server.origin}/authorize`,
        token_endpoint: `${server.origin}/token`,
        ...(offers.registration && { registration_endpoint: `${server.origin}/register` }),
        token_endpoint_auth_methods_supported: ["none"],
      });
    }
    if (url.pathname === "/register") {
      return sendJson(response, 201, { client_id: "any", token_endpoint_auth_method: "none" });
    }
    if (url.pathname === "/authorize") {
      const next = onward();
      for (const name of ["state", "code_challenge"]) {
        next.searchParams.set(name, url.searchParams.get(name) ?? "");
      }
      response.writeHead(302, { location: next.href }).end();
      return;
    }
    codes.push(new URLSearchParams(await readBody(request)).get("code") ?? "");
    sendJson(response, 200, { access_token: "made-up", token_type: "Bearer" });
  });
  return { origin: server.origin, codes, offers, [Symbol.asyncDispose]: server.stop };
}

describeOwnServer("A hostile authorization server", () => {
  test(
    "does not receive the code that another one issued to a registered client",
    proves("mcp-sign-in.mix-up"),
    async () => {
      await using honest = await startServers({ namesItself: false, clientAuthentications: ["none"] });
      const victim = await hireActor();
      const application = await importMcpServer(honest.server.url);
      const { signInUrl: honestUrl } = await requestSignIn(victim, application);
      expect(honest.authority.registrations).toMatchObject([{ token_endpoint_auth_method: "none" }]);

      await using hostile = await startHostileAuthority(() => new URL(honestUrl));
      await using trap = await startServers();
      trap.server.metadata = { authorization_servers: [hostile.origin] };
      const trapped = await importMcpServer(trap.server.url);
      const browser = createFormBrowser();
      const { signInUrl, state } = await requestSignIn(victim, trapped);
      expect(new URL(signInUrl).origin).toBe(hostile.origin);
      const page = await openConfirmation(browser, signInUrl, atStrictProvider("victim"));

      const callback = browser.visited.find((url) => url.startsWith(ownRedirectUri(application))) ?? "";
      expect(new URL(callback).searchParams.get("code")).toEqual(expect.any(String));
      expect(new URL(callback).searchParams.has("iss")).toBe(false);
      expect(page.status).toBe(400);
      expect(page.text).toContain("different sign-in server");
      expect(hostile.codes).toEqual([]);
      expect(await readSignInResult(victim, state)).toMatchObject({ status: "failed", connectionId: null });
    },
  );
});

const findListed = async (admin: Caller, slug: string) => {
  const { items } = await succeed<ListOf<ListedOAuthClient>>(
    admin.get("/v1/applications/OAuthClients", { top: 1000 }),
  );
  return items.find(({ applicationSlug }) => applicationSlug === slug);
};

const readLacking = async (caller: Caller, slug: string): Promise<boolean[]> => {
  const { authentications } = await succeed<Application>(caller.get(`/v1/applications/${slug}`));
  return authentications.map(({ lacksOAuthClient }) => lacksOAuthClient);
};

describeOwnServer("An authorization server that registers no clients", () => {
  test("is known as such before anybody signs in", proves("mcp-sign-in.lacking"), async () => {
    await using servers = await startServers({ registers: false });
    const application = await importMcpServer(servers.server.url);
    const { slug, authenticationId } = application;
    const caller = await hireActor();
    expect(await readLacking(caller, slug)).toEqual([true, false]);
    expect(await findListed(theAdmin(), slug)).toMatchObject({ setBy: null, mayRegister: false });
    const body = { applicationSlug: slug, authenticationId };
    const { connectUrl } = await succeed<ConnectLink>(caller.post("/v1/connections/ConnectLink", body));
    const page = await createFormBrowser().open(connectUrl);
    expect(page.status).toBe(409);
    expect(page.text).toContain("is not set up yet");

    const path = `/v1/applications/${slug}/authentications/${authenticationId}/client`;
    await succeed(theAdmin().put(path, servers.authority.client));
    expect(await readLacking(caller, slug)).toEqual([false, false]);
    expect(await signIn(caller, application, atStrictProvider("ada"))).toMatchObject({ status: "active" });
    await succeed(theAdmin().delete(path));
    expect(await importAgain(theAdmin(), slug, servers.server.url)).toEqual([true, false]);
  });

  test("is noted when it stops and begins to register", proves("mcp-sign-in.lacking.later"), async () => {
    await using authority = await startHostileAuthority(() => new URL("http://127.0.0.1/"));
    await using trap = await startServers();
    trap.server.metadata = { authorization_servers: [authority.origin] };
    await using first = await startServerOnDatabase();
    let server: StartedServer = first;
    const admin = () => createKeyCaller(first.adminApiKey, server);
    // A server keeps what it has read of the metadata for an hour.
    const offer = async (registration: boolean) => {
      authority.offers.registration = registration;
      await server.stop();
      server = await server.restart();
    };
    const slug = uniqueName("notes");
    const signIn = () => admin().post("/v1/connections/GetSignInUrl", { applicationSlug: slug });
    expect(await importAgain(admin(), slug, trap.server.url)).toEqual([false, false]);

    // A refresh and an import read the metadata anew.
    authority.offers.registration = false;
    const fields = { token: plantSecret("wrong") };
    const { authentications } = await succeed<Application>(admin().get(`/v1/applications/${slug}`));
    const [oauth, bearer] = authentications;
    const body = { applicationSlug: slug, authenticationId: bearer?.authenticationId, fields };
    const { connectionId } = await succeed<Connection>(admin().post("/v1/connections", body));
    expect(await refresh(admin(), connectionId)).toMatchObject({ status: 2 });
    expect(await readLacking(admin(), slug)).toEqual([true, false]);

    await offer(true);
    await succeed(signIn());
    expect(await findListed(admin(), slug)).toMatchObject({ setBy: "registration", mayRegister: true });
    const path = `/v1/applications/${slug}/authentications/${oauth?.authenticationId}/client`;
    await succeed(admin().delete(path));
    expect(await readLacking(admin(), slug)).toEqual([false, false]);

    await offer(false);
    await refuse(signIn(), "CONFLICT");
    expect(await readLacking(admin(), slug)).toEqual([true, false]);

    authority.offers.registration = true;
    expect(await importAgain(admin(), slug, trap.server.url)).toEqual([false, false]);
    authority.offers.registration = false;
    expect(await importAgain(admin(), slug, trap.server.url)).toEqual([true, false]);
    await server.stop();
  });

  test("is known as such by all servers, whatever each has read before", {
    ...proves("mcp-sign-in.lacking.servers"),
  }, async () => {
    await using authority = await startHostileAuthority(() => new URL("http://127.0.0.1/"));
    await using trap = await startServers();
    trap.server.metadata = { authorization_servers: [authority.origin] };
    await using database = await createDatabase("migrated");
    const settings = {
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    await using first = await startServer(settings);
    await using second = await startServer(settings);
    const one = createKeyCaller(first.adminApiKey, first);
    const other = createKeyCaller(first.adminApiKey, second);
    const slug = uniqueName("notes");
    const signIn = () => other.post("/v1/connections/GetSignInUrl", { applicationSlug: slug });
    const forgetClient = async () => {
      const { authentications } = await succeed<Application>(one.get(`/v1/applications/${slug}`));
      const path = `/v1/applications/${slug}/authentications/${authentications[0]?.authenticationId}/client`;
      await succeed(one.delete(path));
    };
    await importAgain(one, slug, trap.server.url);
    await succeed(signIn());
    await forgetClient();

    authority.offers.registration = false;
    expect(await importAgain(one, slug, trap.server.url)).toEqual([true, false]);
    await expect.poll(() => readLacking(other, slug)).toEqual([true, false]);
    await refuse(signIn(), "CONFLICT");
    expect(await readLacking(one, slug)).toEqual([true, false]);

    authority.offers.registration = true;
    expect(await importAgain(one, slug, trap.server.url)).toEqual([false, false]);
    await expect.poll(() => readLacking(other, slug)).toEqual([false, false]);
    await succeed(signIn());
    expect(await findListed(one, slug)).toMatchObject({ setBy: "registration", mayRegister: true });
  });
});

async function importAgain(admin: Caller, slug: string, url: string): Promise<boolean[]> {
  await succeed(admin.post("/v1/applications", { source: "mcp", slug, url }));
  return readLacking(admin, slug);
}
