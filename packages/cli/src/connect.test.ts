import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createFormBrowser } from "@bowline/acceptance/form-browser.ts";
import { holdBuiltIns } from "@bowline/acceptance/held-built-ins.ts";
import { openModernServer } from "@bowline/acceptance/mcp-server.ts";
import { startServer } from "@bowline/acceptance/start-server.ts";
import { type StrictProvider, startStrictProvider } from "@bowline/acceptance/strict-provider.ts";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine, type Running } from "../testing/run-bowline.ts";

let world: World;
let bowline: CommandLine;
let provider: StrictProvider;

beforeAll(async () => {
  world = await openWorld();
  bowline = await openCommandLine({ BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey });
  const { port } = new URL(world.baseUrl);
  provider = await startStrictProvider({ redirectUri: `http://localhost:${port}/oauth/callback` });
  const { document } = provider;
  await world.bowline.applications.import({ source: "openapi", slug: "strict", document });
});

afterAll(async () => {
  await provider?.stop();
  await bowline[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Plays the person whose browser opens the link that the command prints. */
const signIn =
  (login: string, decision: RegExp) =>
  (running: Running): void => {
    const link = /Sign in here:\r?\n(\S+)\r?\n/;
    const browser = createFormBrowser();
    void expect
      .poll(() => running.readOutput())
      .toMatch(link)
      .then(async () => {
        const [, address = ""] = link.exec(running.readOutput()) ?? [];
        const page = await browser.open(address);
        const consent = await browser.press(page, /continue/i, { login });
        await browser.press(await browser.press(consent, /continue/i), decision);
      })
      .catch((error: unknown) => {
        // Without the person the command would wait for ten minutes.
        running.kill("SIGTERM");
        throw error;
      });
  };

it("waits for a built-in application that the server is still installing", async () => {
  await using held = await holdBuiltIns();
  await using server = await startServer({
    DATABASE_URL: held.databaseUrl,
    BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    BOWLINE_BUILT_INS: "telegram",
  });
  const environment = { BOWLINE_URL: server.baseUrl, BOWLINE_API_KEY: server.adminApiKey };
  let isReleased = false;
  const connecting = bowline
    .run(["connect", "telegram", "--method", "nothing"], { environment })
    .then((run) => ({ ...run, isReleased }));
  await delay(1500);
  isReleased = true;
  await held.release();
  // There it goes on, with a method that is not there.
  expect(await connecting).toMatchObject({
    isReleased: true,
    exitCode: 2,
    stderr: expect.stringContaining("Bot token"),
  });
});

it("connects an application without credentials, so that a toolset can hold its tools", async () => {
  const ok = { 200: { description: "OK" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Weather", version: "1" },
    servers: [{ url: world.baseUrl }],
    paths: { "/now": { get: { operationId: "now", responses: ok } } },
  };
  await world.bowline.applications.import({ source: "openapi", slug: "weather", document });
  const create = () => bowline.run(["toolsets", "create", "Weather", "--app", "weather"]);
  expect(await create()).toMatchObject({
    exitCode: 2,
    stderr: "Error: There is no connection to weather. `bowline connect weather` makes one.\n",
  });
  expect(await bowline.run(["connect", "weather"])).toMatchObject({ exitCode: 0 });
  expect(await create()).toMatchObject({ exitCode: 0 });
});

it("takes a password from stdin beside a user name, and a user name alone", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Basic", version: "1" },
    servers: [{ url: "https://basic.invalid" }],
    "x-bowline-test": { operation: "get_a" },
    components: { securitySchemes: { login: { type: "http", scheme: "basic" } } },
    security: [{ login: [] }],
    paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
  };
  await world.bowline.applications.import({ source: "openapi", slug: "basic", document });
  const args = ["connect", "basic", "--field", "username=ada", "--json"];
  const both = await bowline.run(args, { stdin: "a-password\n" });
  expect(both.exitCode, both.stderr).toBe(0);
  // A user name without a password is kept as a secret.
  expect(JSON.parse(both.stdout).fields).toEqual({ username: "ada" });
  expect(both.stderr).toMatch(
    /^Warning: the first call failed: .* `bowline connections test \d+` tries again\.$/m,
  );
  const alone = await bowline.run(args);
  expect(alone.exitCode, alone.stderr).toBe(0);
  expect(JSON.parse(alone.stdout).fields).toEqual({});
});

it("says that a key was stored without being tried where the application names no call for that", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Untried", version: "1" },
    servers: [{ url: "https://untried.invalid" }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
  };
  await world.bowline.applications.import({ source: "openapi", slug: "untried", document });
  const run = await bowline.run(["connect", "untried", "--json"], { stdin: "a-key-that-nobody-tries" });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ applicationSlug: "untried", status: "active" });
  expect(run.stderr).toMatch(
    /^Saved, but not tried\. The application names no call to try credentials with\. \S.*\.$/m,
  );
  expect(run.stderr + run.stdout).not.toContain("a-key-that-nobody-tries");
});

it("gives new credentials to the connection that is named, and to no other application or method", async () => {
  const schemes = { token: { type: "http", scheme: "bearer" }, login: { type: "http", scheme: "basic" } };
  const describeApi = (title: string) => ({
    openapi: "3.1.0",
    info: { title, version: "1" },
    servers: [{ url: `https://${title}.invalid` }],
    components: { securitySchemes: schemes },
    security: [{ token: [] }, { login: [] }],
    paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
  });
  const { applications, connections } = world.bowline;
  await applications.import({ source: "openapi", slug: "mine", document: describeApi("mine") });
  await applications.import({ source: "openapi", slug: "theirs", document: describeApi("theirs") });
  const connect = (...args: string[]) => bowline.run(["connect", ...args], { stdin: "a-key" });
  const first = await connect("mine", "--method", "bearer", "--default", "--json");
  const second = await connect("mine", "--method", "bearer", "--name", "Second", "--json");
  const { connectionId } = JSON.parse(second.stdout);
  const renewed = ["--connection", String(connectionId)];
  expect(await connect("theirs", "--method", "bearer", ...renewed)).toMatchObject({
    exitCode: 2,
    stderr: `Error: Connection ${connectionId} is a connection to mine, not to theirs.\n`,
  });
  const other = await connect("mine", "--method", "basic", ...renewed, "--field", "username=ada");
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Leave --method out") });
  expect((await connections.get(connectionId)).updatedDate).toBeNull();

  const again = await connect("mine", ...renewed, "--default", "--json");
  expect(JSON.parse(again.stdout), again.stderr).toMatchObject({ connectionId, isDefault: true });
  expect((await connections.get(connectionId)).updatedDate).not.toBeNull();
  expect((await connections.get(JSON.parse(first.stdout).connectionId)).isDefault).toBe(false);
});

it("waits for the tools of an MCP server that tells them to connections only", async () => {
  const server = await openModernServer([{ name: "add", inputSchema: { type: "object" } }]);
  server.token = "a-token-of-the-server";
  await world.bowline.applications.import({ source: "mcp", slug: "closed", url: server.url });
  const wrong = await bowline.run(["connect", "closed", "--method", "bearer"], { stdin: "wrong" });
  expect(wrong.stderr).toMatch(/could not be listed.*`bowline connections refresh \d+` reads them/);
  const run = await bowline.run(["connect", "closed", "--method", "bearer"], { stdin: server.token });
  const [, command = ""] = /`bowline (tools search --app closed)`/.exec(run.stderr) ?? [];
  expect((await bowline.run(command.split(" "))).stdout, run.stderr).toContain("closed_add");
  await server.close();
});

describe("connecting by a sign-in at the application", () => {
  it("needs the company's client, whose secret is read from stdin", async () => {
    const { clientId, clientSecret } = provider.client;
    // Whether its authorization server registers clients is known only when somebody tries to sign in.
    expect((await bowline.run(["apps", "oauth-client", "strict"])).stdout).toContain(
      "tried at the first sign-in",
    );
    expect(await bowline.run(["connect", "strict"])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/`bowline apps oauth-client strict --method \d+` shows an Admin what/),
    });
    const needs = await bowline.run(["apps", "oauth-client", "strict"]);
    expect(needs.stdout).toMatch(/^redirect address\thttp:.*\/oauth\/callback$/m);
    expect(needs.stdout).toMatch(/^set by\tmissing$/m);
    const set = await bowline.run(["apps", "oauth-client", "strict", "--client-id", clientId], {
      stdin: `${clientSecret}\n`,
    });
    expect(set.exitCode, set.stderr).toBe(0);
    expect(set.stdout + set.stderr).not.toContain(clientSecret);
  });

  it("says before the sign-in that it lacks a client", async () => {
    const flow = { authorizationUrl: "https://harbor.example.com/a", scopes: { "ships:read": "" } };
    const authorizationCode = { ...flow, tokenUrl: "https://harbor.example.com/t" };
    const document = {
      ...provider.document,
      security: [{ sea: [] }],
      paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
      components: { securitySchemes: { sea: { type: "oauth2", flows: { authorizationCode } } } },
    };
    await world.bowline.applications.import({ source: "openapi", slug: "harbor", document });
    expect((await bowline.run(["apps", "show", "harbor"])).stdout).toContain("(oauth2, not set up yet)");
    const refused = await bowline.run(["connect", "harbor"]);
    expect(refused.exitCode).toBe(6);
    expect(refused.stderr).toMatch(/^Error: Signing in with .* is not set up yet/);
    const needs = await bowline.run(["apps", "oauth-client", "harbor"]);
    expect(needs.stdout).toMatch(/^set by\tmissing$/m);
    expect(needs.stdout).toMatch(/^scopes\tships:read\ntoken hosts\tharbor\.example\.com$/m);
    const args = ["--client-id", "one", "--public", "--token-host", "*.harbor.example.com", "--json"];
    const set = await bowline.run(["apps", "oauth-client", "harbor", ...args]);
    expect(JSON.parse(set.stdout)).toMatchObject({ tokenHosts: ["*.harbor.example.com"] });
  });

  it("prints the link, waits for the person, and shows the connection", async () => {
    const run = await bowline.run(
      ["connect", "strict", "--name", "Ada", "--default", "--no-browser", "--json"],
      {
        watch: signIn("ada", /confirm|connect/i),
      },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    const connection = JSON.parse(run.stdout);
    expect(connection).toMatchObject({
      applicationSlug: "strict",
      name: "Ada",
      isDefault: true,
      accountLabel: "ada@example.com",
    });
    const executed = await bowline.run(["execute", "strict_whoami"]);
    expect(executed.exitCode, executed.stderr).toBe(0);

    const again = await bowline.run(["connect", "strict", "--connection", String(connection.connectionId)], {
      watch: signIn("ada", /confirm|connect/i),
    });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout).toContain(`id\t${connection.connectionId}\n`);
  });

  it("shows on a terminal that it waits, and opens the browser", async () => {
    const program = join(bowline.home, "browser");
    const opened = join(bowline.home, "opened");
    await writeFile(program, `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
    const run = await bowline.runInTerminal(["connect", "strict", "--name", "Bea"], {
      environment: { BROWSER: program },
      columns: 2000,
      watch: (running) => {
        void expect
          .poll(() => running.readOutput(), { timeout: 60_000 })
          .toMatch(/⠹ Waiting for the sign-in/)
          .then(() => signIn("bea", /confirm|connect/i)(running));
      },
    });
    expect(run.exitCode, run.stdout).toBe(0);
    expect(run.stdout).toContain((await readFile(opened, "utf8")).trim());
  });

  it("reads again what the account gives access to", async () => {
    const marks = { "x-bowline-objects": [{ kind: "account", operation: "whoami", namePath: "/account" }] };
    const document = { ...provider.document, ...marks };
    await world.bowline.applications.import({ source: "openapi", slug: "strict", document });
    const { items } = await world.bowline.connections.list({ applicationSlug: "strict" });
    const id = String(items[0]?.connectionId);
    const refreshed = await bowline.run(["connections", "refresh", id, "--json"]);
    expect(refreshed.exitCode, refreshed.stderr + refreshed.stdout).toBe(0);
    expect(JSON.parse(refreshed.stdout)).toMatchObject({ status: 0 });
    expect((await bowline.run(["connections", "refresh", id, "--no-wait"])).exitCode).toBe(0);
    expect((await bowline.run(["connections", "refresh", "999999"])).exitCode).toBe(5);
  });

  it("ends with 3 when the person refuses", async () => {
    const run = await bowline.run(["connect", "strict"], { watch: signIn("cyd", /cancel|refuse|no/i) });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("Error: ");
  });
});
