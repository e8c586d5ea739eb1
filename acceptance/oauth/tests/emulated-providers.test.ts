import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Connection, ExecuteResponse } from "../../support/records.ts";
import {
  type EmulatedProvider,
  type EmulatedService,
  startEmulatedProvider,
} from "../support/emulated-providers.ts";
import {
  buildRedirectUri,
  importProvider,
  type OAuthApplication,
  press,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

let caller: Actor;
beforeAll(async () => {
  caller = await hireActor();
});

describeOwnServer("Signing in at emulated providers", () => {
  const started: EmulatedProvider[] = [];
  afterAll(() => Promise.all(started.map((provider) => provider.stop())));

  async function use(service: EmulatedService): Promise<[EmulatedProvider, OAuthApplication]> {
    const provider = await startEmulatedProvider(service, buildRedirectUri());
    started.push(provider);
    return [provider, await importProvider(theAdmin(), provider)];
  }

  test(
    "creates an issue at GitHub with the token that GitHub issued",
    proves("sign-in.response", "sign-in.provider-address", "sign-in.callback", "sign-in.pkce"),
    async () => {
      const [github, application] = await use("github");
      const { signInUrl, state } = await requestSignIn(caller, application);
      const address = new URL(signInUrl);
      expect(address.origin + address.pathname).toBe(`${github.relay.origin}/login/oauth/authorize`);
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        client_id: github.client.clientId,
        redirect_uri: buildRedirectUri(),
        response_type: "code",
        state,
        code_challenge_method: "S256",
      });
      const connection = await signIn(caller, application, press(/octocat/));
      expect(connection).toMatchObject({ status: "active", accountLabel: "octocat", isDefault: false });

      const { connectionId } = connection;
      const repository = { owner: "octocat", repo: "hello-world" };
      const fields = { ...repository, title: "The gate is stuck" };
      const made = await execute(caller, application.tool("issues_create"), { fields }, { connectionId });
      expect(made).toMatchObject({ isSuccess: true, output: { number: 1, title: "The gate is stuck" } });
      const listed = await execute(
        caller,
        application.tool("issues_list"),
        { fields: repository },
        { connectionId },
      );
      expect(listed.output).toMatchObject([{ title: "The gate is stuck", user: { login: "octocat" } }]);
      const [call] = github.relay.on("/repos/octocat/hello-world/issues");
      expect(call?.headers.authorization).toBe(`Bearer ${github.issuedTokens().at(-1)}`);
    },
  );

  test(
    "lists mail and events at Google, and refreshes a refused token",
    proves("sign-in.refresh.after-401", "sign-in.account-label"),
    async () => {
      const [google, application] = await use("google");
      const { connectionId, accountLabel } = await signIn(caller, application, press(/ada@/));
      expect(accountLabel).toBe("ada@example.com");
      const [authorization] = google.relay.on("/o/oauth2/v2/auth");
      expect(authorization?.query.get("access_type")).toBe("offline");
      const list = (tool: string, fields: object) =>
        execute(caller, application.tool(tool), { fields }, { connectionId });
      const mail = await list("messages_list", { userId: "me" });
      expect(mail.output).toMatchObject({ messages: [{ id: "msg_hello" }] });

      google.relay.refusedTokens.add(google.issuedTokens()[0] ?? "");
      const events = await list("events_list", { calendarId: "primary" });
      expect(events).toMatchObject({ isSuccess: true, output: { items: [{ summary: "Review" }] } });
      expect(google.issuedTokens()).toHaveLength(2);
      const [refused, repeated] = google.relay.on("/calendar/v3/calendars/primary/events");
      expect(refused?.status).toBe(401);
      expect(repeated?.headers.authorization).toBe(`Bearer ${google.issuedTokens()[1]}`);
      // The refresh token stays when the response has no new one.
      google.relay.refusedTokens.add(google.issuedTokens()[1] ?? "");
      expect((await list("messages_list", { userId: "me" })).isSuccess).toBe(true);
      expect(google.issuedTokens()).toHaveLength(3);
    },
  );

  test("posts a message at Slack", proves("sign-in.provider-forms"), async () => {
    const [slack, application] = await use("slack");
    const { connectionId, accountLabel } = await signIn(caller, application, press(/ada/));
    expect(accountLabel).toBe("Workbench");
    expect(slack.relay.on("/oauth/v2/authorize")[0]?.query.get("scope")).toBe("chat:write,channels:read");
    const fields = { channel: "general", text: "Hello from the workbench" };
    const tool = application.tool("chat_post_message");
    const posted = await execute(caller, tool, { fields }, { connectionId });
    expect(posted.output).toMatchObject({ ok: true, message: { text: "Hello from the workbench" } });
  });

  test(
    "reads people at Microsoft, and stores each rotated refresh token",
    proves("sign-in.refresh.rotation"),
    async () => {
      const [microsoft, application] = await use("microsoft");
      const { connectionId, accountLabel } = await signIn(caller, application, press(/ada@/));
      expect(accountLabel).toBe("ada@example.com");
      const read = () => execute(caller, application.tool("me_get"), {}, { connectionId });
      expect((await read()).output).toMatchObject({ mail: "ada@example.com" });
      for (const round of [0, 1]) {
        microsoft.relay.refusedTokens.add(microsoft.issuedTokens()[round] ?? "");
        expect(await read()).toMatchObject({ isSuccess: true, output: { displayName: "Ada" } });
      }
      const refreshes = microsoft.relay.on("/oauth2/v2.0/token").slice(1);
      const sent = refreshes.map(({ body }) => new URLSearchParams(body).get("refresh_token"));
      expect(refreshes.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(sent).size).toBe(2);
    },
  );

  test(
    "creates an issue at Linear; a new sign-in keeps the connection's id, name and default; deleting it revokes its tokens",
    proves("sign-in.reconnect", "sign-in.result", "connections.delete.revokes"),
    async () => {
      const [linear, application] = await use("linear");
      const { connectionId } = await signIn(caller, application, press(/ada@/));
      const tool = application.tool("graphql_query");
      const ask = (fields: object): Promise<ExecuteResponse> => execute(caller, tool, { fields });
      await succeed(caller.patch(`/v1/connections/${connectionId}`, { name: "Of the workbench" }));
      await succeed(caller.put(`/v1/connections/${connectionId}/Default`));

      const teams = await ask({ query: "{ teams { nodes { id key } } }" });
      const output = teams.output as { data: { teams: { nodes: { id: string; key: string }[] } } };
      const teamId = output.data.teams.nodes.find(({ key }) => key === "ENG")?.id;
      const query =
        "mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { title } } }";
      const created = await ask({ query, variables: { input: { teamId, title: "Oil the gate" } } });
      expect(created.output).toMatchObject({
        data: { issueCreate: { success: true, issue: { title: "Oil the gate" } } },
      });

      const again = await signIn(caller, application, press(/ada@/), { connectionId });
      expect(again).toMatchObject({
        connectionId,
        name: "Of the workbench",
        isDefault: true,
        accountLabel: "ada@example.com",
      });
      await ask({ query: "{ viewer { email } }" });
      const current = linear.issuedTokens().at(-1);
      expect(linear.relay.on("/graphql").at(-1)?.headers.authorization).toBe(`Bearer ${current}`);

      const sentence = await succeed<string>(caller.delete(`/v1/connections/${connectionId}`));
      expect(sentence).toMatch(/revoked/i);
      expect(sentence).not.toMatch(/not |could/i);
      const revoked = linear.relay
        .on("/oauth/revoke")
        .map(({ body }) => new URLSearchParams(body).get("token"));
      expect(revoked.length).toBeGreaterThan(0);
      const refused = await fetch(`${linear.relay.origin}/graphql`, {
        method: "POST",
        headers: { authorization: `Bearer ${current}`, "content-type": "application/json" },
        body: JSON.stringify({ query: "{ viewer { email } }" }),
      });
      expect(refused.status).toBe(401);
    },
  );

  test(
    "says so when the provider could not revoke a token",
    proves("connections.delete.revokes"),
    async () => {
      const [google, application] = await use("google");
      const { connectionId } = await signIn(caller, application, press(/ada@/));
      google.relay.change = ({ path }, response) =>
        path === "/oauth2/revoke" ? { ...response, status: 503 } : response;
      const sentence = await succeed<string>(caller.delete(`/v1/connections/${connectionId}`));
      expect(sentence).toMatch(/not/i);
      const gone = await caller.get(`/v1/connections/${connectionId}`);
      expect((gone.body as Partial<Connection>).connectionId).toBeUndefined();
      expect(gone.status).toBe(404);
    },
  );
});
