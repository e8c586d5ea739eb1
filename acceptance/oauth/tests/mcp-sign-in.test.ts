import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { type Caller, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Execution, JsonObject, ListOf } from "../../support/records.ts";
import { refresh } from "../../support/refresh.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { type GuardedMcpServer, startGuardedMcpServer } from "../support/guarded-mcp-server.ts";
import { importMcpServer } from "../support/mcp-application.ts";
import {
  type McpAuthorizationServer,
  startMcpAuthorizationServer,
} from "../support/mcp-authorization-server.ts";
import {
  buildRedirectUri,
  confirm,
  type OAuthApplication,
  openConfirmation,
  signIn,
} from "../support/sign-in.ts";

/** The address in a failure's message. */
const findLink = (message: string | null): string =>
  /https?:\/\/\S+/.exec(message ?? "")?.[0]?.replace(/[.,)]+$/, "") ?? "";

const readFailureKind = async (caller: Caller, historyId: number | null): Promise<string | null> =>
  (await succeed<Execution>(caller.get(`/v1/executions/${historyId}`))).failureKind;

describeOwnServer("An MCP server that requires tokens", () => {
  let authority: McpAuthorizationServer;
  let server: GuardedMcpServer;
  let application: OAuthApplication;
  let caller: Actor;

  beforeAll(async () => {
    authority = await startMcpAuthorizationServer({ redirectUri: buildRedirectUri() });
    server = await startGuardedMcpServer(authority);
    application = await importMcpServer(server.url, authority.client);
    caller = await hireActor();
  });
  afterAll(() => Promise.all([server?.stop(), authority?.stop()]));

  async function connect(account: string): Promise<number> {
    const connection = await signIn(caller, application, atStrictProvider(account));
    if (application.result.toolCount === 0) {
      await refresh(caller, connection.connectionId);
      await expect.poll(async () => (await readTools()).length).toBe(2);
    }
    authority.tokenCalls.length = 0;
    server.usedTokens.length = 0;
    server.refusals = 0;
    return connection.connectionId;
  }

  const readTools = async (): Promise<JsonObject[]> =>
    (await succeed<ListOf<JsonObject>>(caller.get("/v1/tools", { applicationSlug: application.slug }))).items;
  const call = (connectionId: number, tool = "read_notes") =>
    execute(caller, application.tool(tool), {}, { connectionId });
  const refreshes = () => authority.tokenCalls.filter(({ grantType }) => grantType === "refresh_token");

  test(
    "is imported, signed in to and called",
    proves("mcp-sign-in.discovery", "mcp-sign-in.resource"),
    async () => {
      expect(application.record).toMatchObject({ requiresConnection: true, toolCount: 0 });
      expect(application.record.authentications[0]).toMatchObject({
        type: "oauth2",
        scopes: ["notes:read", "notes:write"],
      });
      const connection = await signIn(caller, application, atStrictProvider("ada"));
      expect(connection).toMatchObject({ status: "active" });
      expect(authority.tokenCalls).toMatchObject([
        { grantType: "authorization_code", resource: server.url, status: 200 },
      ]);
      await expect
        .poll(async () => (await readTools()).map(({ slug }) => slug))
        .toEqual([application.tool("add_note"), application.tool("read_notes")]);
      const outcome = await call(connection.connectionId);
      expect(outcome).toMatchObject({
        isSuccess: true,
        output: { tool: "read_notes", client: authority.client.clientId },
      });
      const token = await authority.findToken(server.usedTokens.at(-1) ?? "");
      expect(token).toMatchObject({ audience: server.url, scopes: ["notes:read"] });
    },
  );

  test(
    "gets one renewal when concurrent calls find the token refused",
    proves("mcp-sign-in.renewal", "mcp-sign-in.resource"),
    async () => {
      const connectionId = await connect("bea");
      await authority.endAccessTokens();
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) => call(connectionId, index % 2 ? "add_note" : "read_notes")),
      );
      expect(outcomes.map(({ isSuccess }) => isSuccess)).toEqual(Array(8).fill(true));
      expect(refreshes()).toMatchObject([{ resource: server.url, status: 200 }]);
      expect(server.refusals).toBeGreaterThan(0);
      expect(server.usedTokens).toHaveLength(8);
      expect(new Set(server.usedTokens).size).toBe(1);
      await authority.endAccessTokens();
      expect((await call(connectionId)).isSuccess).toBe(true);
      const sent = refreshes().map(({ refreshToken }) => refreshToken);
      expect(new Set(sent).size).toBe(2);
    },
  );

  test(
    "whose authorization was withdrawn fails with a link that restores the connection",
    proves("mcp-sign-in.withdrawn"),
    async () => {
      const connectionId = await connect("cyd");
      await authority.endAccessTokens();
      await authority.endGrants();
      const failed = await call(connectionId);
      expect(failed).toMatchObject({ isSuccess: false, output: null });
      expect(await readFailureKind(caller, failed.historyId)).toBe("authorizationExpired");
      const link = findLink(failed.errorMessage);
      expect(link.startsWith(authority.issuer), failed.errorMessage ?? "").toBe(true);
      expect(await succeed(caller.get(`/v1/connections/${connectionId}`))).toMatchObject({
        status: "expired",
      });
      const browser = createFormBrowser();
      await confirm(browser, await openConfirmation(browser, link, atStrictProvider("cyd")));
      expect(await succeed(caller.get(`/v1/connections/${connectionId}`))).toMatchObject({
        status: "active",
      });
      expect((await call(connectionId)).isSuccess).toBe(true);
    },
  );

  test(
    "refuses tokens of another audience, also after one renewal",
    proves("mcp-sign-in.audience"),
    async () => {
      const connectionId = await connect("dan");
      authority.audience = "https://other.example.com/mcp";
      try {
        await authority.endAccessTokens();
        const failed = await call(connectionId);
        expect(failed.isSuccess).toBe(false);
        expect(await readFailureKind(caller, failed.historyId)).toBe("authorizationExpired");
        expect(findLink(failed.errorMessage).startsWith(authority.issuer), failed.errorMessage ?? "").toBe(
          true,
        );
        const again = await call(connectionId);
        expect(again.isSuccess).toBe(false);
        expect(findLink(again.errorMessage)).toBe(findLink(failed.errorMessage));
        expect(refreshes()).toHaveLength(1);
      } finally {
        authority.audience = null;
      }
    },
  );

  test("is told when a connection is deleted", proves("mcp-sign-in.revocation"), async () => {
    const connectionId = await connect("eve");
    await authority.endAccessTokens();
    expect((await call(connectionId)).isSuccess).toBe(true);
    const token = server.usedTokens.at(-1) ?? "";
    expect(await authority.findToken(token)).not.toBeNull();
    expect(await succeed<string>(caller.delete(`/v1/connections/${connectionId}`))).toMatch(/revoked/);
    expect(await authority.findToken(token)).toBeNull();
  });

  test("may ask for a further scope when a tool needs it", proves("mcp-sign-in.scope"), async () => {
    const connectionId = await connect("gus");
    server.needsScopeToWrite = true;
    try {
      const failed = await call(connectionId, "add_note");
      expect(failed.isSuccess).toBe(false);
      expect(await readFailureKind(caller, failed.historyId)).toBe("missingScope");
      const link = findLink(failed.errorMessage);
      expect(new URL(link).searchParams.get("scope")?.split(" ")).toEqual([
        "notes:read",
        "notes:write",
        "offline_access",
      ]);
      const browser = createFormBrowser();
      await confirm(browser, await openConfirmation(browser, link, atStrictProvider("gus")));
      expect(await call(connectionId, "add_note")).toMatchObject({ isSuccess: true });
    } finally {
      server.needsScopeToWrite = false;
    }
  });

  test("may list its tools without a token", proves("mcp-sign-in.open-listing"), async () => {
    const open = await startGuardedMcpServer(authority);
    try {
      open.isListingOpen = true;
      const imported = await importMcpServer(open.url, authority.client);
      expect(imported.record).toMatchObject({ toolCount: 2, requiresConnection: false });
      const tool = imported.tool("read_notes");
      const without = await execute(caller, tool);
      expect(await readFailureKind(caller, without.historyId)).toBe("authorizationExpired");
      const { connectionId } = await signIn(caller, imported, atStrictProvider("fay"));
      expect(await execute(caller, tool, {}, { connectionId })).toMatchObject({ isSuccess: true });
      expect(await authority.findToken(open.usedTokens[0] ?? "")).toMatchObject({ audience: open.url });
    } finally {
      await open.stop();
    }
  });

  test("cannot ask for a token of another server", proves("mcp-sign-in.foreign-resource"), async () => {
    const hostile = await startGuardedMcpServer(authority);
    try {
      hostile.metadata = { resource: server.url };
      const { record } = await importMcpServer(hostile.url);
      expect(record.authentications.map(({ type }) => type)).toEqual(["bearer"]);
      hostile.metadata = { resource: new URL(hostile.url).origin };
      const whole = await importMcpServer(hostile.url);
      expect(whole.record.authentications.map(({ type }) => type)).toEqual(["oauth2", "bearer"]);
    } finally {
      await hostile.stop();
    }
  });
});
