import { beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin } from "../../support/actors.ts";
import { createCaller, refuse, succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import { connectClient } from "../../support/mcp-door.ts";
import { proves } from "../../support/proves.ts";
import { fillPath, readPublishedOperations } from "../../support/published-contract.ts";
import type { ListOf, Tool, Toolset } from "../../support/records.ts";
import {
  decide,
  getTokens,
  redeem,
  registerClient,
  type SignedInPerson,
  sendConsent,
  signInPerson,
  startFlow,
} from "../support/person-flow.ts";
import { createTokenCaller, readIssuer } from "../support/token-client.ts";

const whoami = "/v1/auth/whoami";
const fullScope =
  "tools:read tools:execute connections:read connections:write toolsets:read toolsets:write history:read";
let person: SignedInPerson;

interface Grant {
  grantId: number;
  clientName: string;
  accountUserId: number;
  toolsetId: string | null;
  readOnly: boolean;
  lastUsedDate: string | null;
}

beforeAll(async () => {
  person = await signInPerson();
});

async function listGrants(accountUserId: number): Promise<Grant[]> {
  const { items } = await succeed<ListOf<Grant>>(theAdmin().get("/v1/grants", { top: 1000 }));
  return items.filter((grant) => grant.accountUserId === accountUserId);
}

/** A toolset of the person, without connections. */
async function makeToolset(owner: SignedInPerson): Promise<Toolset> {
  const { caller } = await getTokens(owner, { scope: fullScope });
  return succeed<Toolset>(caller.post("/v1/toolsets", { name: "For the agent", connections: [] }));
}

describe("grants", () => {
  test("tell when they were last used", proves("grants.last-used"), async () => {
    const owner = await signInPerson();
    const start = Date.now();
    const { tokens } = await getTokens(owner, { resource: `${deployment().baseUrl}/mcp` });
    const [unused] = await listGrants(owner.accountUserId);
    expect(unused?.lastUsedDate).toBeNull();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const agent = await connectClient("newest", "/mcp", headers);
    await agent.list();
    await agent.close();
    // On another process it is known once it is stored.
    const readUse = async () => Date.parse((await listGrants(owner.accountUserId))[0]?.lastUsedDate ?? "");
    await expect.poll(readUse).toBeGreaterThanOrEqual(start);
  });

  test(
    "are listed and withdrawn by their person and by Admins",
    proves("grants.list", "grants.delete"),
    async () => {
      const owner = await signInPerson("Admin");
      const { caller } = await getTokens(owner, { scope: "tools:read admin" });
      const { caller: doomed } = await getTokens(owner);
      await succeed(doomed.get(whoami));
      const own = (await succeed<ListOf<Grant>>(caller.get("/v1/grants", { top: 1000 }))).items.filter(
        ({ accountUserId }) => accountUserId === owner.accountUserId,
      );
      expect(own).toHaveLength(2);
      expect(own[0]).toMatchObject({ clientName: "Editor", toolsetId: null, readOnly: false });
      await succeed(caller.delete(`/v1/grants/${own[1]?.grantId}`));
      expect((await doomed.get(whoami)).status).toBe(401);
      await refuse(caller.delete(`/v1/grants/${own[1]?.grantId}`), "NOT_FOUND");
      await succeed(theAdmin().delete(`/v1/grants/${own[0]?.grantId}`));
      expect((await caller.get(whoami)).status).toBe(401);
    },
  );

  test(
    "of another member are neither listed nor withdrawn",
    proves("grants.list", "grants.delete"),
    async () => {
      await getTokens(person);
      const [grant] = await listGrants(person.accountUserId);
      const stranger = await hireActor();
      const { items } = await succeed<ListOf<Grant>>(stranger.get("/v1/grants"));
      expect(items).toEqual([]);
      await refuse(stranger.delete(`/v1/grants/${grant?.grantId}`), "FORBIDDEN");
    },
  );

  test("end with their member", proves("authorization-server.ends"), async () => {
    const leaver = await signInPerson();
    const { caller, tokens } = await getTokens(leaver);
    await succeed(caller.get(whoami));
    await succeed(theAdmin().delete(`/v1/members/${leaver.accountUserId}`));
    expect((await caller.get(whoami)).status).toBe(401);
    expect(tokens.access_token).toBeTypeOf("string");
  });
});

describe("a narrowed grant", () => {
  test("can use only its toolset, and ends with it", proves("consent.narrowed"), async () => {
    const { toolsetId } = await makeToolset(person);
    const { caller } = await getTokens(person, { scope: fullScope }, { toolsetId });
    const { items } = await succeed<ListOf<Toolset>>(caller.get("/v1/toolsets"));
    expect(items.map((toolset) => toolset.toolsetId)).toEqual([toolsetId]);
    expect((await succeed<ListOf<Tool>>(caller.get("/v1/tools"))).totalCount).toBe(0);
    for (const {
      method,
      path,
      parameters,
      takesBody,
      sampleBody,
      needsQuery,
    } of await readPublishedOperations()) {
      const isPermitted = /^GET \/v1\/(?:tools|toolsets|auth\/whoami)$/.test(`${method} ${path}`);
      if (parameters.length === 0 && !isPermitted) {
        const query = needsQuery ? { query: { state: "x" } } : {};
        const options = takesBody ? { body: sampleBody, ...query } : query;
        const response = await caller.send(method, fillPath(path), options);
        expect(response.status, `${method} ${path} ${response.text}`).toBe(403);
      }
    }
    const { caller: full } = await getTokens(person, { scope: fullScope });
    await succeed(full.delete(`/v1/toolsets/${toolsetId}`));
    expect((await caller.get(whoami)).status).toBe(401);
  });

  test("can be read-only", proves("consent.narrowed"), async () => {
    const { caller } = await getTokens(person, { scope: fullScope }, { readOnly: true });
    await succeed(caller.get("/v1/connections"));
    await refuse(caller.post("/v1/toolsets", { name: "x", connections: [] }), "FORBIDDEN");
  });

  test("cannot be narrowed to another member's toolset", proves("consent.narrowed"), async () => {
    const stranger = await signInPerson();
    const { toolsetId } = await makeToolset(stranger);
    const flow = await startFlow(await registerClient());
    const page = await decide(person.browser, flow, { toolsetId });
    expect(page.pathname).toMatch(/^\/oauth\/interaction\//);
    const issuer = await readIssuer();
    const foreign = await startFlow(await registerClient(), { resource: `${issuer}/mcp/${toolsetId}` });
    expect((await person.browser.open(foreign.url.href)).status).toBe(403);
  });

  test(
    "is chosen anew when its toolset is deleted while the page is open",
    proves("consent.toolset-deleted"),
    async () => {
      const { caller } = await getTokens(person, { scope: fullScope });
      const open = async (parameters: Record<string, string> = {}) => {
        const { toolsetId } = await makeToolset(person);
        const resource = parameters.resource && `${parameters.resource}/${toolsetId}`;
        const flow = await startFlow(await registerClient(), resource ? { resource } : {});
        const page = await person.browser.open(flow.url.href);
        await succeed(caller.delete(`/v1/toolsets/${toolsetId}`));
        return { toolsetId, page };
      };
      for (const choose of [
        (toolsetId: string) => ({ toolsetId }),
        (toolsetId: string) => ({ resource: `/mcp/${toolsetId}` }),
      ]) {
        const { toolsetId, page } = await open();
        const again = await sendConsent(person.browser, page, { ...choose(toolsetId), readOnly: true });
        expect(again.status).toBe(409);
        expect(again.text).toContain("The toolset that you chose is not there any more. Choose again.");
        expect(again.html).not.toContain(toolsetId);
        expect(again.html).toMatch(/name="readOnly" value="true" checked/);
        const allowed = await sendConsent(person.browser, { ...again, status: 200 });
        expect(allowed.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?.*code=/);
      }
      const { page } = await open({ resource: `${await readIssuer()}/mcp` });
      const over = await sendConsent(person.browser, page);
      expect(over.status).toBe(403);
      expect(over.text).toContain("does not exist, was deleted, or belongs to somebody else");
    },
  );

  test(
    "for a toolset's MCP endpoint is narrowed to it",
    proves("consent.narrowed", "authentication.bearer.mcp"),
    async () => {
      const issuer = await readIssuer();
      const { toolsetId } = await makeToolset(person);
      const resource = `${issuer}/mcp/${toolsetId}`;
      const flow = await startFlow(await registerClient(), { resource });
      const tokens = await redeem(flow, await decide(person.browser, flow), { resource });
      await refuse(createTokenCaller(tokens.access_token).get(whoami), "UNAUTHORIZED");
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
      const call = (path: string) =>
        createCaller({ ...headers, authorization: `Bearer ${tokens.access_token}` }).post(path, list);
      expect((await call(`/mcp/${toolsetId}`)).status).toBe(200);
      expect((await call("/mcp")).status).toBe(401);
      expect((await listGrants(person.accountUserId)).at(-1)).toMatchObject({ toolsetId });
    },
  );
});

describe("the console's token", () => {
  const url = `${deployment().baseUrl}/session/token`;

  async function swap(cookie: string, headers: Record<string, string>): Promise<Response> {
    return fetch(url, { method: "POST", headers: { cookie, ...headers } });
  }

  test(
    "acts for the person for 5 minutes, until the session ends",
    proves("console-token.swap"),
    async () => {
      const { browser } = await signInPerson();
      const issuer = await readIssuer();
      const cookie = browser.cookies.write({ url: new URL(issuer), method: "POST", isCrossSite: false });
      expect((await swap(cookie, { origin: "https://evil.example" })).status).toBe(403);
      expect((await swap(cookie, { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await swap(cookie, {})).status).toBe(403);
      expect((await swap("", { "sec-fetch-site": "same-origin" })).status).toBe(401);
      const response = await swap(cookie, { "sec-fetch-site": "same-origin" });
      const token = (await response.json()) as { access_token: string; expires_in: number };
      expect(token.expires_in).toBe(300);
      const caller = createTokenCaller(token.access_token);
      expect(await succeed(caller.get(whoami))).toMatchObject({ userType: "user" });
      await succeed(caller.get("/v1/apikeys"));
      await browser.press(await browser.open(`${issuer}/account`), /^sign out$/i);
      expect((await caller.get(whoami)).status).toBe(401);
    },
  );
});
