import { createHash, randomBytes, randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpDatabase } from "../support/database-dump.ts";
import { describeDownstream } from "../support/downstream-document.ts";
import { findCanary, hasCanary } from "../support/find-canary.ts";
import { type Mirror, reflectionPaths, reflections, startMirror } from "../support/mirror.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { type Recording, startRecording } from "../support/recording-client.ts";
import type { Application, Connection, CreatedApiKey, ExecuteResponse, ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { type StartedServer, startFailingServer, startServer } from "../support/start-server.ts";

/** Suffixes for planted secrets. They contain characters that must be escaped. */
const endings: Record<string, string> = {
  bearerAuth: "._~+/=",
  basicAuth: ' "&<é>:/%\\',
  headerKey: "'\"<&>\\/ x",
  queryKey: '&=é +%/"<\\',
  cookieKey: '%;é,"<\\ =',
  signIn: "",
  machine: "&",
};
const keyPattern = /bwl_[0-9A-Za-z]{38}/g;
const masterKey = randomBytes(32);

let mirror: Mirror;
let database: OutsideDatabase;
let server: StartedServer;
let recording: Recording;
const apiKeys: string[] = [];
const invitationTokens: string[] = [];

describeOwnServer("every secret", () => {
  beforeAll(async () => {
    mirror = await startMirror();
    database = await startOutsideDatabase({ password: plantSecret("database") });
    server = await startServer({
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: masterKey.toString("base64"),
      BOWLINE_LOG_LEVEL: "trace",
      BOWLINE_METRICS: "true",
      BOWLINE_TOOL_TIMEOUT_MS: "2000",
      BOWLINE_TOOL_OUTPUT_BYTES: "100000",
    });
    recording = startRecording(server.baseUrl, server.adminApiKey);
    for (const scheme of Object.keys(endings)) {
      await useApplication(scheme);
    }
    await useKeysAndInvitations();
    await makeRefusals();
    await readEverything();
    await breakDatabase();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await mirror?.stop();
  });

  test("was sent to the application and reflected by it", proves("connections.secrets.responses"), () => {
    const runs = recording.responses.filter(({ asked }) => asked.endsWith("/execute"));
    expect(runs.length).toBeGreaterThan(Object.keys(endings).length * Object.keys(reflections).length * 2);
    const masked = runs.filter(({ text }) => text.includes("***")).length;
    expect(masked).toBeGreaterThan(runs.length / 3);
  });

  test("is in no response", proves("connections.secrets.responses", "connections.secrets.echoed"), () => {
    const leaks = recording.responses.flatMap(({ asked, status, text }) =>
      report(`${asked} → ${status}`, text),
    );
    expect(leaks.join("\n\n")).toBe("");
  });

  test(
    "is in no log line and no metric",
    proves("connections.secrets.logs", "operations.metrics.private"),
    async () => {
      const log = server.readLog();
      expect(log).toContain('"level":"');
      expect(report("log", log)).toEqual([]);
      const databaseLog = database.readLog();
      expect(databaseLog).toContain("ready to accept connections");
      expect(report("log of the database", databaseLog)).toEqual([]);
      const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
      expect(metrics).toContain("bowline_executions_total");
      expect(report("metrics", metrics)).toEqual([]);
    },
  );

  test("is not in the database in plain text", proves("connections.secrets.at-rest"), async () => {
    const dump = await dumpDatabase(database.url);
    expect(new Set(dump.map(({ table }) => table)).size).toBeGreaterThan(15);
    expect(dump.filter(({ table }) => table === "public.execution").length).toBeGreaterThan(100);
    const leaks = dump.flatMap(({ table, row }) => report(table, row));
    expect(leaks.join("\n\n")).toBe("");
    const sealed = dump.filter(
      ({ table, row }) => table === "public.connection" && /"sealed_secrets":"\\\\x[0-9a-f]{100}/.test(row),
    );
    expect(sealed.length).toBeGreaterThanOrEqual(Object.keys(endings).length);
  });

  test(
    "that is a Bowline key is returned once and stored as a hash",
    proves("keys.shown-once", "keys.stored-hashed"),
    async () => {
      const { adminApiKey } = server;
      const checked = recording.responses.filter(
        ({ asked }) => !/^POST \/(?:v1\/apikeys|invitations\/.*)$/.test(asked),
      );
      expect(checked.flatMap(({ text }) => text.match(keyPattern) ?? [])).toEqual([]);
      expect(server.readLog().match(keyPattern)).toEqual([adminApiKey]);
      const dump = (await dumpDatabase(database.url)).map(({ row }) => row).join("\n");
      expect(dump.match(keyPattern)).toBeNull();
      for (const apiKey of [adminApiKey, ...apiKeys]) {
        expect(dump).toContain(createHash("sha256").update(apiKey).digest("hex"));
      }
    },
  );

  test(
    "that is an invitation token or the master key appears nowhere else",
    proves("connections.secrets.at-rest"),
    async () => {
      const dump = (await dumpDatabase(database.url)).map(({ row }) => row).join("\n");
      const checked = recording.responses
        .filter(({ asked }) => asked !== "POST /v1/members")
        .map(({ text }) => text);
      const everything = [dump, server.readLog(), database.readLog(), ...checked].join("\n").toLowerCase();
      expect(invitationTokens.length).toBeGreaterThan(1);
      const secrets = [...invitationTokens.map((token) => Buffer.from(token)), masterKey];
      const spelled = secrets.flatMap((secret) =>
        (["latin1", "hex", "base64", "base64url"] as const).map((encoding) =>
          secret.toString(encoding).toLowerCase(),
        ),
      );
      expect(spelled.filter((spelling) => everything.includes(spelling))).toEqual([]);
    },
  );

  test("is in no message of a server that fails to start", proves("operations.bad-settings"), async () => {
    const wrong = new URL(database.url);
    wrong.password = plantSecret("wrong");
    const databaseUrl = wrong.href;
    const bowlineMasterKey = plantSecret("master");
    const redisUrl = `http://x:${plantSecret("redis")}@127.0.0.1`;
    const settings = [
      { DATABASE_URL: databaseUrl, BOWLINE_MASTER_KEY: masterKey.toString("base64") },
      { DATABASE_URL: databaseUrl, BOWLINE_MASTER_KEY: bowlineMasterKey, REDIS_URL: redisUrl },
      { DATABASE_URL: databaseUrl.replace("postgres:", "mysql:") },
    ];
    for (const each of settings) {
      const { exitCode, log } = await startFailingServer(each);
      expect(exitCode).not.toBe(0);
      expect(log).toContain("Bowline cannot start");
      expect(report("log", log)).toEqual([]);
    }
  });

  test("is in no file of a data folder", {
    ...proves("connections.secrets.at-rest"),
  }, async () => {
    await using own = await startServer({ BOWLINE_TOOL_TIMEOUT_MS: "2000" });
    recording = startRecording(own.baseUrl, own.adminApiKey);
    for (const scheme of ["bearerAuth", "basicAuth"]) {
      await useApplication(scheme);
    }
    await own.stop();
    const files = globSync("**/*", { cwd: own.dataDir });
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const path = join(own.dataDir, file);
      if (!(await stat(path)).isFile()) {
        continue;
      }
      const content = await readFile(path);
      expect(hasCanary(content), file).toBe(false);
      if (file !== "admin-api-key") {
        expect(content.includes(own.adminApiKey), file).toBe(false);
      }
    }
  });
});

function report(place: string, text: string): string[] {
  const found = findCanary(text);
  return found === null ? [] : [`${place}: …${found}…`];
}

async function succeed<Body>(...call: Parameters<Recording["call"]>): Promise<Body> {
  const { status, body } = await recording.call(...call);
  expect(status, `${call[0]} ${call[1]} ${JSON.stringify(body).slice(0, 500)}`).toBe(200);
  return body as Body;
}

/** Connects with a planted secret, changes the secret, and has it reflected in every way. */
async function useApplication(scheme: string): Promise<void> {
  const slug = `mirror-${scheme.toLowerCase()}`;
  const schemeExtras = { [scheme]: { "x-bowline-overridable": true } };
  const document = describeDownstream({
    origin: mirror.origin,
    schemes: [scheme],
    schemeExtras,
    paths: reflectionPaths,
  });
  await succeed("POST", "/v1/applications", { body: { source: "openapi", slug, document } });
  const { authentications } = await succeed<Application>("GET", `/v1/applications/${slug}`);
  const [method] = authentications;
  const secretNames = method?.fields.filter((field) => field.secret).map((field) => field.fieldName) ?? [];
  expect(secretNames).not.toEqual([]);
  const plant = () =>
    Object.fromEntries(secretNames.map((name) => [name, plantSecret(scheme) + endings[scheme]]));
  const open = Object.fromEntries(
    method?.fields
      .filter((field) => field.required && !field.secret)
      .map((field) => [field.fieldName, "open"]) ?? [],
  );
  const { connectionId } = await succeed<Connection>("POST", "/v1/connections", {
    body: { applicationSlug: slug, fields: { ...open, ...plant() }, isDefault: true },
  });
  const secrets = plant();
  await succeed("PATCH", `/v1/connections/${connectionId}`, { body: { fields: secrets } });
  await succeed("POST", `/v1/connections/${connectionId}/Test`);
  await succeed("POST", `/v1/connections/${connectionId}/RefreshObjects`);
  await Promise.all(
    Object.keys(reflections).map((name) =>
      runReflection(`${slug.replaceAll("-", "_")}`, name.toLowerCase(), secrets),
    ),
  );
  const customConnectionData = Object.entries(plant())
    .map(([fieldName, value]) => ({ fieldName, value }))
    .filter(({ fieldName }) => method?.fields.find((field) => field.fieldName === fieldName)?.overridable);
  expect(customConnectionData).not.toEqual([]);
  for (const query of ["", "?dryRun=true"]) {
    for (const name of ["json", "headers", "refused401"]) {
      await succeed("POST", `/v1/tools/${slug.replaceAll("-", "_")}_read_${name}/execute${query}`, {
        body: { customConnectionData },
      });
    }
  }
}

/** The caller's own input also contains the secret. */
async function runReflection(prefix: string, name: string, secrets: Record<string, string>): Promise<void> {
  const path = (kind: string) => `/v1/tools/${prefix}_${kind}_${name}/execute`;
  const fields = { note: secrets, list: [`x ${Object.values(secrets)} y`] };
  const headers = { "idempotency-key": randomUUID() };
  await succeed("POST", path("read"), { body: {} });
  await succeed("POST", path("read"), {
    body: { filters: [{ fieldName: "a", operator: "eq", value: Object.values(secrets)[0] }], top: 1 },
  });
  await succeed("POST", `${path("read")}?dryRun=true`, { body: {} });
  await succeed("POST", `${path("write")}?dryRun=true`, { body: { fields } });
  const first = await succeed<ExecuteResponse>("POST", path("write"), { body: { fields }, headers });
  const replayed = await succeed<ExecuteResponse>("POST", path("write"), { body: { fields }, headers });
  expect(replayed).toEqual(first);
  await recording.call("POST", path("write"), { body: { fields: { other: secrets } }, headers });
}

async function useKeysAndInvitations(): Promise<void> {
  for (const readOnly of [true, false]) {
    const { apiKey, apiKeyId } = await succeed<CreatedApiKey>("POST", "/v1/apikeys", {
      body: { name: "Planted", readOnly },
    });
    apiKeys.push(apiKey);
    const headers = { "x-api-key": apiKey };
    await succeed("GET", "/v1/auth/whoami", { headers });
    await recording.call("DELETE", `/v1/apikeys/${apiKeyId}`, {
      headers: { "x-api-key": `${apiKey.slice(0, -1)}_` },
    });
  }
  for (const fullName of ["One", "Two"]) {
    const body = { kind: "person", fullName, email: `${fullName}@example.com`, role: "Member" };
    const { invitationUrl } = await succeed<{ invitationUrl: string }>("POST", "/v1/members", { body });
    const token = invitationUrl.slice(invitationUrl.lastIndexOf("/") + 1);
    invitationTokens.push(token);
    await recording.call("GET", `/invitations/${token}`);
    if (fullName === "One") {
      await recording.call("POST", `/invitations/${token}`);
    }
    await recording.call("POST", `/v1/invitations/${token.slice(1)}`);
  }
  for (const headers of [
    { "x-api-key": plantSecret("key") },
    { authorization: `Bearer ${plantSecret("token")}` },
    {
      authorization: `Basic ${Buffer.from(`u:${plantSecret("basic")}`).toString("base64")}`,
      "x-api-key": "",
    },
  ]) {
    await recording.call("GET", "/v1/auth/whoami", { headers });
  }
}

/** Sends wrong requests with a secret in right and wrong places. */
async function makeRefusals(): Promise<void> {
  const applicationSlug = "mirror-bearerauth";
  const secret = () => plantSecret("refused");
  const bodies = [
    { applicationSlug, fields: { token: { nested: secret() } } },
    { applicationSlug, fields: { token: [secret()] } },
    { applicationSlug, fields: { token: secret(), planet: secret() } },
    { applicationSlug, fields: { token: secret().repeat(3000) } },
    { applicationSlug, fields: { token: `${secret()}\r\nx: y` } },
    { applicationSlug, fields: { token: `${secret()}\0` } },
    { applicationSlug, fields: secret() },
    { applicationSlug, environment: "nowhere", fields: { token: secret() } },
    { applicationSlug, authenticationId: 1_000_000, fields: { token: secret() } },
    { applicationSlug: "no-such", fields: { token: secret() } },
  ];
  for (const body of bodies) {
    const { status } = await recording.call("POST", "/v1/connections", { body });
    expect([200, 400]).toContain(status);
  }
  const items = await succeed<ListOf<Connection>>("GET", "/v1/connections?top=1000");
  for (const { connectionId } of items.items) {
    const execute = `/v1/tools/mirror_bearerauth_read_json/execute?connectionId=${connectionId}`;
    await recording.call("POST", execute, { body: {} });
    await recording.call("POST", `${execute}&dryRun=true`, { body: {} });
    await recording.call("PATCH", `/v1/connections/${connectionId}`, {
      body: { fields: { planet: secret(), token: 1 } },
    });
  }
  const overrides = [
    [{ fieldName: "planet", value: secret() }],
    [{ fieldName: "token", value: `${secret()}\r\n` }],
    [{ fieldName: "token", value: { secret: secret() } }],
    secret(),
  ];
  for (const customConnectionData of overrides) {
    await recording.call("POST", "/v1/tools/mirror_bearerauth_read_json/execute", {
      body: { customConnectionData },
    });
  }
  const url = `${mirror.origin.replace("//", `//user:${secret()}@`)}/a/b/json?key=${secret()}`;
  for (const address of [
    url,
    url.replace("127.0.0.1", "10.1.2.3"),
    url.replace("127.0.0.1", "no-such-host.invalid"),
  ]) {
    await recording.call("POST", "/v1/applications", {
      body: { source: "openapi", slug: "fetched", url: address },
    });
  }
  const { authentications } = await succeed<Application>("GET", "/v1/applications/mirror-signin");
  const client = `/v1/applications/mirror-signin/authentications/${authentications[0]?.authenticationId}/client`;
  for (const body of [
    { clientId: "planted", clientSecret: secret() },
    { clientId: 1, clientSecret: secret() },
    { clientId: "planted", clientSecret: [secret()] },
  ]) {
    await recording.call("PUT", client, { body });
  }
  await recording.call("POST", "/v1/connections/GetSignInUrl", {
    body: { applicationSlug: "mirror-signin", fields: { token: secret() } },
  });
}

async function readEverything(): Promise<void> {
  const lists = ["connections", "executions", "tools", "applications", "toolsets", "apikeys", "members"];
  for (const list of lists) {
    await succeed("GET", `/v1/${list}?top=1000`);
  }
  const { items } = await succeed<ListOf<{ historyId: number }>>("GET", "/v1/executions?top=1000");
  for (const { historyId } of items) {
    await succeed("GET", `/v1/executions/${historyId}`);
  }
  const connections = await succeed<ListOf<Connection>>("GET", "/v1/connections?top=1000");
  for (const { connectionId } of connections.items) {
    for (const part of ["", "/RefreshStatus", "/Objects"]) {
      await succeed("GET", `/v1/connections/${connectionId}${part}`);
    }
    await succeed("GET", `/v1/tools/mirror_bearerauth_read_json/schema`);
  }
  await recording.call("GET", "/metrics");
}

/** Sends requests while the database is stopped, so that the log has their errors. */
async function breakDatabase(): Promise<void> {
  await database.stop();
  const body = { applicationSlug: "mirror-bearerauth", fields: { token: plantSecret("away") } };
  await recording.call("POST", "/v1/connections", { body });
  await recording.call("POST", "/v1/apikeys", { body: { name: "Away" } });
  for (const token of invitationTokens) {
    await recording.call("GET", `/invitations/${token}`);
    await recording.call("POST", `/invitations/${token}`);
  }
  const headers = { "idempotency-key": plantSecret("idempotency") };
  await recording.call("POST", "/v1/tools/mirror_bearerauth_read_json/execute", { body: {}, headers });
  await database.start();
  while ((await fetch(`${server.baseUrl}/health/ready`)).status !== 200) {
    await delay(100);
  }
}
