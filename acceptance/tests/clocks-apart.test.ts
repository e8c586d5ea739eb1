import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askForToken } from "../authorization-server/support/nodes.ts";
import {
  decide,
  redeem,
  redirectUri,
  registerClient,
  sendConsent,
  signInPerson,
  startFlow,
} from "../authorization-server/support/person-flow.ts";
import { atStrictProvider } from "../oauth/support/consents.ts";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import {
  buildRedirectUri,
  confirming,
  importProvider,
  openConfirmation,
  readSignInResult,
  requestSignIn,
} from "../oauth/support/sign-in.ts";
import { type StrictProvider, startStrictProvider } from "../oauth/support/strict-provider.ts";
import { type Actor, hireActor, makeKey } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { at } from "../support/at.ts";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  createKeyCaller,
  refuse,
  succeed,
} from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer } from "../support/own-server.ts";
import {
  acceptInvitation,
  goodPassword,
  hirePerson,
  invitePerson,
  isSignedIn,
  signInAt,
} from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Approval, ExecuteResponse, ListOf, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { createDatabase, type SharedDatabase } from "../support/shared-database.ts";
import { type SpreadProxy, startSpreadProxy } from "../support/spread-proxy.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

const minuteMs = 60_000;

/** Node.js's setting that lets a process have the clock of a machine that is wrong. */
const setClock = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Machine = Date;
    globalThis.Date = class extends Machine {
      constructor(...parts) {
        super(...(parts.length === 0 ? [Machine.now() + ${ms}] : parts));
      }
      static now() {
        return Machine.now() + ${ms};
      }
    };`)}`;

describeOwnServer("servers whose clocks are ten minutes slow and ten minutes fast", () => {
  let database: SharedDatabase;
  let servers: StartedServer[] = [];
  let downstream: Downstream;
  let provider: StrictProvider;
  let application: ImportedApplication;
  let member: Actor;
  let admins: Caller[];

  /** What belongs to the first server, for the other one. */
  const moved = (address: string): string => {
    const url = new URL(address);
    url.host = new URL(at(servers, 1).baseUrl).host;
    return url.href;
  };
  const callers = (key: string): [Caller, Caller] => [
    createKeyCaller(key, at(servers, 0)),
    createKeyCaller(key, at(servers, 1)),
  ];

  beforeAll(async () => {
    database = await createDatabase("migrated");
    const settings = {
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    servers = [await startServer({ ...settings, NODE_OPTIONS: setClock(-10 * minuteMs) })];
    const base = new URL(buildRedirectUri(at(servers, 0))).origin;
    const other = { BOWLINE_BASE_URL: base, NODE_OPTIONS: setClock(10 * minuteMs) };
    servers.push(await startServer({ ...settings, ...other }));
    admins = callers(at(servers, 0).adminApiKey);
    downstream = await startDownstream();
    provider = await startStrictProvider({ redirectUri: buildRedirectUri(at(servers, 0)) });
    application = await importDownstream(downstream, { admin: at(admins, 0) });
    member = await hireActor({ admin: at(admins, 0), target: at(servers, 0) });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    await Promise.all([downstream?.stop(), provider?.stop()]);
    await database?.[Symbol.asyncDispose]();
  });
  beforeEach(() => downstream.forget());

  test("accept each other's access tokens", proves("nodes.clocks"), async () => {
    const { clientId, clientSecret } = await succeed<{ clientId: string; clientSecret: string }>(
      at(admins, 0).post("/v1/clients", {
        name: "Agent",
        accountUserId: member.accountUserId,
        scopes: ["tools:read"],
      }),
    );
    for (const server of servers) {
      const { body } = await askForToken(server, {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      });
      for (const each of servers) {
        const caller = createCaller({ authorization: `Bearer ${body.access_token}` }, each);
        expect((await caller.get("/v1/auth/whoami")).status).toBe(200);
      }
    }
  });

  test("share invitations and sessions", proves("nodes.clocks"), async () => {
    for (const [number, admin] of admins.entries()) {
      const { email, invitationUrl } = await invitePerson(admin);
      const address = number === 0 ? moved(invitationUrl) : invitationUrl;
      const page = await acceptInvitation(createFormBrowser(), address);
      expect(page.status, page.text).toBe(200);
      const browser = createFormBrowser();
      await signInAt(browser, at(servers, number).baseUrl, { email, password: goodPassword });
      for (const { baseUrl } of servers) {
        expect(await isSignedIn(browser, baseUrl)).toBe(true);
      }
    }
  });

  test("share sign-ins, and renew their tokens when they are due", proves("nodes.clocks"), async () => {
    const guarded = await importProvider(at(admins, 0), provider);
    const [slow, fast] = callers(member.apiKey);
    provider.lifetimeSeconds = 600;
    for (const [start, end] of [
      [slow, fast],
      [fast, slow],
    ] as const) {
      const browser = createFormBrowser();
      browser.stopBefore = /\/oauth\/callback\?/;
      const { signInUrl, state } = await requestSignIn(start, guarded);
      const { url } = await openConfirmation(browser, signInUrl, atStrictProvider());
      browser.stopBefore = null;
      const page = await browser.open(start === slow ? moved(url) : url);
      const done = await browser.press(page, confirming);
      expect(done.status, done.text).toBe(200);
      const { connectionId } = await readSignInResult(start, state);
      provider.tokenCalls.length = 0;
      for (const caller of [end, start, end]) {
        expect(
          await execute(caller, guarded.tool("whoami"), {}, { connectionId: connectionId ?? 0 }),
        ).toMatchObject({ isSuccess: true });
      }
      expect(provider.tokenCalls).toEqual([]);
    }
  });

  test("share connect links, which end after ten minutes", proves("nodes.clocks"), async () => {
    const [slow, fast] = callers(member.apiKey);
    for (const caller of [slow, fast]) {
      const link = await succeed<{ connectUrl: string; state: string; expiresDate: string }>(
        caller.post("/v1/connections/ConnectLink", { applicationSlug: application.slug }),
      );
      const leftMs = Date.parse(link.expiresDate) - Date.now();
      expect(Math.abs(leftMs - 10 * minuteMs)).toBeLessThan(minuteMs);
      const browser = createFormBrowser();
      const page = await browser.open(caller === slow ? moved(link.connectUrl) : link.connectUrl);
      const entered = { "fields.token": plantSecret("token"), decision: "connect" };
      const done = await browser.send(page, {
        ...Object.fromEntries(page.forms[0]?.values ?? []),
        ...entered,
      });
      expect(done.status, done.text).toBe(200);
      expect(await readSignInResult(caller, link.state)).toMatchObject({ status: "confirmed" });
    }
  });

  test("run a call with one idempotency key once", proves("nodes.clocks"), async () => {
    const { connectionId } = await connect(member, application);
    const run = (caller: Caller, key: string): Promise<ApiResponse> =>
      caller.post(
        `/v1/tools/${application.tool("create_item")}/execute`,
        { fields: { title: key } },
        { query: { connectionId }, headers: { "idempotency-key": key } },
      );
    const [slow, fast] = callers(member.apiKey);
    for (const [first, second] of [
      [slow, fast],
      [fast, slow],
    ] as const) {
      const key = randomBytes(8).toString("hex");
      downstream.forget();
      const { historyId } = await succeed<ExecuteResponse>(run(first, key));
      expect(await succeed<ExecuteResponse>(run(second, key))).toMatchObject({ historyId });
      expect(downstream.requests).toHaveLength(1);
      const ended = await succeed<{ createdDate: string }>(second.get(`/v1/executions/${historyId}`));
      expect(Math.abs(Date.parse(ended.createdDate) - Date.now())).toBeLessThan(minuteMs);
    }
  });

  test("share approvals, which end after their time", proves("nodes.clocks"), async () => {
    const { connectionId, applicationSlug } = await connect(member, application);
    const tool = application.tool("create_item");
    const toolset = await succeed<Toolset>(
      member.post("/v1/toolsets", {
        name: "Held",
        connections: [{ connectionId, applicationSlug, toolSlugs: [tool] }],
        settings: { approvals: "all" },
      }),
    );
    const { apiKey } = await makeKey(member, { name: "Agent", toolsetId: toolset.toolsetId });
    const [slow, fast] = callers(apiKey);
    const [slowOwner, fastOwner] = callers(member.apiKey);
    const run = (caller: Caller, title: string) =>
      caller.post(`/v1/tools/${tool}/execute`, { fields: { title } });
    for (const [asking, deciding, title] of [
      [slow, fastOwner, "one"],
      [fast, slowOwner, "two"],
    ] as const) {
      const held = await run(asking, title);
      const id = held.headers["x-bowline-approval-id"] ?? "";
      expect(await succeed<Approval>(deciding.get(`/v1/approvals/${id}`))).toMatchObject({
        status: "waiting",
      });
      await succeed(deciding.post(`/v1/approvals/${id}/Approve`));
      expect(await succeed<ExecuteResponse>(run(asking, title))).toMatchObject({ isSuccess: true });
      await refuse(deciding.post(`/v1/approvals/${id}/Approve`), "CONFLICT");
    }
    const { items } = await succeed<ListOf<Approval>>(slowOwner.get("/v1/approvals"));
    expect(items.every(({ status }) => status === "used")).toBe(true);
  });
});

describeOwnServer(
  "two servers behind one address, whose clocks are 1.8 seconds slow and 1.8 seconds fast",
  () => {
    /** So little that a server does not correct it. */
    const awayMs = 1800;
    let database: SharedDatabase;
    let proxy: SpreadProxy;
    let servers: StartedServer[] = [];
    let admin: Caller;

    /** Has one server respond to everything from now on. */
    const use = (index: number) => {
      proxy.targets.splice(0, proxy.targets.length, at(servers, index).baseUrl);
    };

    beforeAll(async () => {
      [database, proxy] = await Promise.all([createDatabase("migrated"), startSpreadProxy()]);
      const settings = {
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
        BOWLINE_BASE_URL: proxy.url,
      };
      servers = [await startServer({ ...settings, NODE_OPTIONS: setClock(-awayMs) })];
      servers.push(await startServer({ ...settings, NODE_OPTIONS: setClock(awayMs) }));
      admin = createKeyCaller(at(servers, 0).adminApiKey, at(servers, 0));
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
      await proxy?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
    });

    test("say the same of when a person signed in", proves("prompts.max-age"), async () => {
      use(0);
      const { browser } = await signInPerson("Member", admin);
      const configuration = await registerClient({}, proxy.url);
      const times: unknown[] = [];
      for (const index of [0, 1]) {
        use(index);
        const flow = await startFlow(configuration, { scope: "openid tools:read", max_age: "3600" });
        const tokens = await redeem(flow, await decide(browser, flow), {}, 3600);
        times.push(decodeJwt(tokens.id_token ?? "").auth_time);
      }
      expect(times[0]).toBeTypeOf("number");
      expect(times[1]).toBe(times[0]);
    });

    test.each([
      ["slow", "fast", 0, 1],
      ["fast", "slow", 1, 0],
    ] as const)(
      "a sign-in that a request to the %s one demands is asked for once, also when the %s one shows the page",
      proves("prompts.login") as never,
      async (_first, _second, first, second) => {
        use(first);
        const person = await hirePerson(admin);
        const browser = createFormBrowser();
        const configuration = await registerClient({}, proxy.url);
        await signInAt(browser, proxy.url, person);
        browser.stopBefore = /\/oauth\/interaction\//;
        const { url } = await startFlow(configuration, { prompt: "login" });
        const begun = await browser.open(url.href);
        browser.stopBefore = /^http:\/\/127\.0\.0\.1:9\/callback/;
        use(second);
        const page = await browser.open(begun.url);
        expect(page.url).toContain("/signin?");
        const consent = await browser.press(page, /^sign in$/i, {
          email: person.email,
          password: person.password,
        });
        expect(consent.url).toContain("/oauth/interaction/");
        const end = await sendConsent(browser, consent);
        expect(end.url).toContain(`${redirectUri}?code=`);
      },
    );
  },
);
