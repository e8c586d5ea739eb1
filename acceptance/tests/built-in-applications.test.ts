import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import {
  cacheDir,
  type ProviderDouble,
  startProviderDouble,
  waitForApplications,
  writeOperatorFile,
} from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { openCompany } from "../support/companies.ts";
import { holdBuiltIns } from "../support/held-built-ins.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ListedOAuthClient, ListOf, Tool } from "../support/records.ts";
import { createDatabase, startServerOnDatabase } from "../support/shared-database.ts";
import { type StartedServer, startFailingServer, startServer } from "../support/start-server.ts";

const chosen = { BOWLINE_BUILT_INS: "github,slack", BOWLINE_CACHE_DIR: cacheDir };
const hello = { fields: { owner: "octo", repo: "hello" } };
const client = { clientId: "operator-client", clientSecret: "canary-operator-secret" };
let double: ProviderDouble;
let settings: Record<string, string>;
const files = new AsyncDisposableStack();
beforeAll(async () => {
  double = await startProviderDouble();
  const file = files.use(
    await writeOperatorFile({
      github: { serverUrl: `${double.origin}/api/v3/`, client },
      slack: { serverUrl: `${double.origin}/slack` },
    }),
  );
  settings = { ...chosen, BOWLINE_APPLICATIONS: file.path };
});
afterAll(async () => {
  await files.disposeAsync();
  await double?.stop();
});

describeOwnServer("Built-in applications", () => {
  let own: { server: StartedServer };
  let admin: Caller;
  let github: Application;
  let before: Application[];
  beforeAll(async () => {
    own = { server: files.use(await startServer(settings)) };
    admin = createKeyCaller(own.server.adminApiKey, own.server);
    before = (await succeed<ListOf<Application>>(admin.get("/v1/applications"))).items;
    const items = await waitForApplications(admin, 2);
    github = items.find(({ slug }) => slug === "github") as Application;
  }, 300_000);

  const connectGithub = () =>
    succeed<Connection>(
      admin.post("/v1/connections", {
        applicationSlug: "github",
        authenticationId: github.authentications.find(({ type }) => type === "bearer")?.authenticationId,
        fields: { token: "canary-github-token" },
      }),
    );

  test(
    "appear while the server serves",
    proves(
      "built-in.serves-meanwhile",
      "applications.builtin",
      "built-in.all-companies",
      "applications.clients.list",
      "applications.clients.private",
    ),
    async () => {
      expect(before.length).toBeLessThanOrEqual(2);
      expect(github).toMatchObject({ name: "GitHub", source: "builtin" });
      expect(github.toolCount).toBeGreaterThan(1000);
      const { caller: other } = await openCompany(own.server, "Another company");
      const seen = await succeed<Application>(other.get("/v1/applications/github"));
      expect(seen).toEqual(github);

      const method = github.authentications.find(({ type }) => type === "oauth2");
      const path = `/v1/applications/github/authentications/${method?.authenticationId}/client`;
      const mine = { clientId: "mine", clientSecret: "canary-own-secret" };
      await succeed(admin.put(path, mine));
      const list = async (caller: Caller) => {
        const response = await caller.get("/v1/applications/OAuthClients");
        expect(response.text).not.toMatch(/canary|operator-client/);
        const { items } = response.body as ListOf<ListedOAuthClient>;
        return items.map(({ applicationSlug, setBy, clientId }) => [applicationSlug, setBy, clientId]);
      };
      expect(await list(admin)).toContainEqual(["github", "company", "mine"]);
      expect(await list(other)).toContainEqual(["github", "operator", null]);
      expect(await list(other)).toContainEqual(["slack", null, null]);
      await succeed(admin.delete(path));
    },
  );

  test("are said to be missing until they are installed", proves("built-in.awaited"), async () => {
    await using held = await holdBuiltIns();
    await using server = await startServer({
      ...settings,
      // Small, so that it is soon installed.
      BOWLINE_BUILT_INS: "slack",
      DATABASE_URL: held.databaseUrl,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    });
    const newcomer = createKeyCaller(server.adminApiKey, server);
    const inSlack = { applicationSlug: "slack", fields: { token: "xoxb-canary-slack" } };
    for (const refused of [
      await refuse(newcomer.get("/v1/applications/slack"), "NOT_FOUND"),
      await refuse(newcomer.get("/v1/tools/slack_chat_post_message"), "NOT_FOUND"),
      await refuse(newcomer.post("/v1/tools/slack_chat_post_message/execute", {}), "NOT_FOUND"),
      await refuse(newcomer.post("/v1/connections", inSlack), "VALIDATION_ERROR", ["applicationSlug"]),
    ]) {
      expect(JSON.stringify(refused)).toMatch(
        /Application ."slack." is not installed yet\. .* Its log says when/,
      );
    }
    // The settings leave Stripe out.
    const { message } = await refuse(newcomer.get("/v1/applications/stripe"), "NOT_FOUND");
    expect(message).toMatch(/^Application "stripe" does not exist\./);
    await held.release();
    await waitForApplications(newcomer, 1);
    expect(await succeed(newcomer.get("/v1/applications/slack"))).toMatchObject({ name: "Slack" });
  });

  test("say which objects a tool works on", proves("tools.context-type"), async () => {
    const tool = await succeed<Tool>(admin.get("/v1/tools/github_issues_list_for_repo"));
    expect(tool.contextType).toBe("repository");
  });

  test(
    "run at the server that the operator set, with its base path",
    proves("built-in.file.server"),
    async () => {
      const connection = await connectGithub();
      expect(connection.accountLabel).toBe("octocat");
      const body = await execute(admin, "github_repos_get", hello, {
        connectionId: connection.connectionId,
      });
      expect(body).toMatchObject({ isSuccess: true, output: { full_name: "octo/hello" } });
      expect(double.arrived.at(-1)).toEqual({
        target: "GET /api/v3/repos/octo/hello",
        authorization: "Bearer canary-github-token",
      });
    },
  );

  test(
    "are signed in to at that server, with the operator's client",
    proves("built-in.file.oauth", "built-in.file.client"),
    async () => {
      const { signInUrl } = await succeed<{ signInUrl: string }>(
        admin.post("/v1/connections/GetSignInUrl", { applicationSlug: "github" }),
      );
      const url = new URL(signInUrl);
      expect(url.origin + url.pathname).toBe(`${double.origin}/login/oauth/authorize`);
      expect(url.searchParams.get("client_id")).toBe(client.clientId);
      expect(own.server.readLog()).not.toContain(client.clientSecret);
    },
  );

  test(
    "fail with the application's reason when a response with status 200 says so",
    proves("built-in.failure"),
    async () => {
      const slack = await succeed<Application>(admin.get("/v1/applications/slack"));
      const refused = await refuse(
        admin.post("/v1/connections", {
          applicationSlug: "slack",
          authenticationId: slack.authentications.find(({ type }) => type === "bearer")?.authenticationId,
          fields: { token: "xoxb-canary-slack" },
        }),
        "VALIDATION_ERROR",
      );
      expect(JSON.stringify(refused)).toContain("channel_not_found");
    },
  );

  test(
    "are hidden by an Admin from the company alone",
    proves("built-in.hide", "built-in.hidden-tools", "built-in.hidden-here", "built-in.slug-taken"),
    async () => {
      const { caller: other } = await openCompany(own.server, "Third company");
      const { connectionId } = await connectGithub();
      const path = "/v1/applications/github";
      expect(await succeed(admin.patch(path, { isEnabled: false }))).toMatchObject({ isEnabled: false });
      const list = await succeed<ListOf<Application>>(admin.get("/v1/applications"));
      expect(list.items.map(({ slug }) => slug)).toEqual(["slack"]);
      const hidden = await succeed<ListOf<Application>>(admin.get("/v1/applications", { isEnabled: false }));
      expect(hidden.items.map(({ slug }) => slug)).toEqual(["github"]);
      const tools = await succeed<ListOf<Tool>>(
        admin.get("/v1/tools", { search: "github", view: "summary" }),
      );
      expect(tools.items.filter(({ applicationSlug }) => applicationSlug === "github")).toEqual([]);
      const arrived = double.arrived.length;
      await refuse(
        admin.post("/v1/tools/github_repos_get/execute", hello, { query: { connectionId } }),
        "NOT_FOUND",
      );
      expect(double.arrived).toHaveLength(arrived);
      const document = { openapi: "3.1.0", info: { title: "Mine" }, paths: {} };
      await refuse(
        admin.post("/v1/applications", { source: "openapi", slug: "github", document }),
        "CONFLICT",
      );
      await refuse(
        admin.post("/v1/applications", { source: "openapi", slug: "slack", document }),
        "CONFLICT",
      );

      expect((await other.get(path)).body).toEqual(github);
      expect(await succeed(admin.patch(path, { isEnabled: true }))).toMatchObject({ isEnabled: true });
      expect((await admin.get(path)).body).toEqual(github);
      await succeed(admin.get("/v1/tools/github_repos_get"));
    },
  );

  test("take no other change", proves("built-in.hide-only"), async () => {
    await refuse(admin.patch("/v1/applications/github", { name: "Mine" }), "FORBIDDEN");
    await refuse(admin.patch("/v1/applications/github", { baseUrl: "https://x.example.com" }), "FORBIDDEN");
    const { message } = await refuse(admin.delete("/v1/applications/github"), "FORBIDDEN");
    expect(message).toContain('"isEnabled": false');
  });

  describe("have icons", () => {
    const get = (slug: string) => fetch(`${own.server.baseUrl}/icons/${slug}.svg`);

    test("of their own", proves("icons.built-in", "icons.safe"), async () => {
      expect(github.iconUrl).toMatch(/\/icons\/github\.svg$/);
      const response = await get("github");
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await response.text()).toContain("<title>GitHub</title>");
    });

    test("or their first letter", proves("icons.monogram"), async () => {
      for (const slug of ["slack", "nothing-of-that-name"]) {
        const svg = await (await get(slug)).text();
        expect(svg).toContain(`>${slug.charAt(0).toUpperCase()}</text>`);
      }
      expect((await get("%3Cscript%3E")).status).toBe(404);
    });
  });

  test(
    "keep their ids when the server starts again, and their credentials when the file moves them",
    proves("built-in.ids-stay", "built-in.file.moved-secrets", "built-in.file.enabled"),
    async () => {
      const connection = await connectGithub();
      await using file = await writeOperatorFile({
        github: { serverUrl: "http://127.0.0.2:9/api" },
        slack: { enabled: false },
      });
      await own.server.stop();
      await using again = await own.server.restart({ BOWLINE_APPLICATIONS: file.path });
      const [after] = await waitForApplications(createKeyCaller(own.server.adminApiKey, again), 1);
      const ids = ({ authentications }: Application) => authentications.map((one) => one.authenticationId);
      expect(after?.slug).toBe("github");
      expect(after && ids(after)).toEqual(ids(github));
      const { connectionId } = connection;
      const body = await execute(createKeyCaller(own.server.adminApiKey, again), "github_repos_get", hello, {
        connectionId,
      });
      expect(body).toMatchObject({ isSuccess: false });
      expect(JSON.stringify(body)).toContain("confirmOrigins");
    },
  );
});

describeOwnServer("Without what built-in applications need", () => {
  test(
    "a wrong file stops the start, and no value of it is shown",
    proves("built-in.file.wrong"),
    async () => {
      await using file = await writeOperatorFile({ github: { client: { clientSecret: "canary-in-file" } } });
      const { exitCode, log } = await startFailingServer(
        { ...chosen, BOWLINE_APPLICATIONS: file.path },
        { hasDatabase: true },
      );
      expect(exitCode).not.toBe(0);
      expect(log).toContain("BOWLINE_APPLICATIONS");
      expect(log).toContain("github.client.clientId");
      expect(log).not.toContain("canary-in-file");
    },
  );

  test("a server without a registry starts and says so", proves("built-in.no-registry"), async () => {
    await using server = await startServerOnDatabase({
      BOWLINE_BUILT_INS: "figma",
      npm_config_registry: "http://127.0.0.1:9/",
    });
    await expect.poll(server.readLog, { timeout: 60_000 }).toContain("the npm registry cannot be reached");
    const admin = createKeyCaller(server.adminApiKey, server);
    expect(await succeed(admin.get("/v1/applications"))).toMatchObject({ totalCount: 0 });
  });

  test("a server that has them switched off has none", proves("built-in.off"), async () => {
    await using server = await startServerOnDatabase({ BOWLINE_BUILT_INS: "off" });
    const admin = createKeyCaller(server.adminApiKey, server);
    expect(await succeed(admin.get("/v1/applications"))).toMatchObject({ totalCount: 0 });
    expect(server.readLog()).not.toContain("built-in applications");
  });
});

describeOwnServer("Two nodes on one database", () => {
  test("show the same applications, which one of them installed", proves("built-in.two-nodes"), async () => {
    await using database = await createDatabase("migrated");
    const shared = {
      ...chosen,
      BOWLINE_BUILT_INS: "figma",
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    await using one = await startServer(shared);
    await using two = await startServer(shared);
    const [atOne, atTwo] = [one, two].map((server) => createKeyCaller(one.adminApiKey, server));
    if (!atOne || !atTwo) {
      throw new Error("Two callers were asked for.");
    }
    const [first, second] = [await waitForApplications(atOne, 1), await waitForApplications(atTwo, 1)];
    expect(first[0]?.authentications).toEqual(second[0]?.authentications);
    await expect
      .poll(() => [one, two].filter((server) => server.readLog().includes("applications are ready")).length)
      .toBe(1);
  });
});
