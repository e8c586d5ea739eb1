import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ExecuteResponse, ImportResult, JsonObject } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";
import { plantSecret } from "../support/secrets.ts";
import { describeKeyApi, type SpiedApi, startSpiedApi } from "../support/spied-api.ts";

const admin = theAdmin();
let home: SpiedApi;
let evil: SpiedApi;
let owner: Actor;

beforeAll(async () => {
  home = await startSpiedApi();
  evil = await startSpiedApi();
  owner = await hireActor();
});
beforeEach(() => {
  home.received.length = 0;
  evil.received.length = 0;
});
afterAll(async () => {
  await home?.stop();
  await evil?.stop();
});

interface HomeConnection {
  slug: string;
  connection: Connection;
}

function importAt(
  slug: string,
  serverUrl: string,
  more: JsonObject = {},
  body: JsonObject = {},
): Promise<ImportResult & { stoppedConnections: number }> {
  const document = describeKeyApi(serverUrl, more);
  return succeed(admin.post("/v1/applications", { source: "openapi", slug, document, ...body }));
}

async function connectTo(slug: string, fields: JsonObject = {}): Promise<Connection> {
  const body = { applicationSlug: slug, fields: { apiKey: plantSecret("key"), ...fields } };
  return succeed<Connection>(owner.post("/v1/connections", body));
}

async function connectAtHome(more: JsonObject = {}): Promise<HomeConnection> {
  const slug = uniqueName("sealed");
  await importAt(slug, home.origin, more);
  return { slug, connection: await connectTo(slug) };
}

const list = (
  { slug, connection: { connectionId } }: HomeConnection,
  tool = "items_list",
): Promise<ExecuteResponse> => execute(owner, `${slug}_${tool}`, {}, { connectionId });

const read = ({ connection }: HomeConnection): Promise<Connection> =>
  succeed<Connection>(owner.get(`/v1/connections/${connection.connectionId}`));

async function expectStopped(stop: HomeConnection): Promise<void> {
  const { status, statusReason } = await read(stop);
  expect(status).toBe("error");
  expect(statusReason).toContain(home.origin);
  expect(statusReason).toContain(evil.origin);
  const { isSuccess, errorMessage, historyId } = await list(stop);
  expect([isSuccess, errorMessage]).toEqual([false, statusReason]);
  const record = await succeed<{ failureKind: string }>(owner.get(`/v1/executions/${historyId}`));
  expect(record.failureKind).toBe("originChanged");
  const { connectionId } = stop.connection;
  const path = `/v1/tools/${stop.slug}_items_list/execute`;
  const dryRun = await owner.post(path, {}, { query: { connectionId, dryRun: true } });
  expect(dryRun.headers["x-bowline-failure-kind"]).toBe("originChanged");
  expect(dryRun.body).toMatchObject({
    isSuccess: false,
    errorMessage: statusReason,
    output: null,
    historyId: null,
  });
  expect(evil.received).toEqual([]);
}

describe("a connection whose application's address changes", () => {
  const claims = proves("origins.import", "origins.back", "execute.dry-run.refused");

  test("by an import sends nothing", claims, async () => {
    const stop = await connectAtHome();
    expect(await list(stop)).toMatchObject({ isSuccess: true });
    const other = await connectTo(stop.slug);
    const moved = await importAt(stop.slug, evil.origin);
    expect(moved.stoppedConnections).toBe(2);
    await expectStopped(stop);
    await expectStopped({ ...stop, connection: other });
    expect((await importAt(stop.slug, evil.origin)).stoppedConnections).toBe(0);
    expect((await importAt(stop.slug, home.origin)).stoppedConnections).toBe(0);
    expect((await read(stop)).status).toBe("active");
    expect(await list(stop)).toMatchObject({ isSuccess: true });
  });

  test(
    "leaves an idempotency key free, since the tool was not called",
    proves("idempotency.unsent"),
    async () => {
      const { slug, connection } = await connectAtHome();
      const run = () =>
        succeed<ExecuteResponse>(
          owner.post(
            `/v1/tools/${slug}_items_list/execute`,
            {},
            {
              query: { connectionId: connection.connectionId },
              headers: { "idempotency-key": slug },
            },
          ),
        );
      await importAt(slug, evil.origin);
      expect(await run()).toMatchObject({ isSuccess: false });
      await importAt(slug, home.origin);
      expect(await run()).toMatchObject({ isSuccess: true });
      const { length } = home.received;
      expect(await run()).toMatchObject({ isSuccess: true });
      expect(home.received).toHaveLength(length);
    },
  );

  test("by an Admin's baseUrl sends nothing", proves("origins.base-url"), async () => {
    const stop = await connectAtHome();
    await succeed(admin.patch(`/v1/applications/${stop.slug}`, { baseUrl: evil.origin }));
    await expectStopped(stop);
  });

  test("by one operation's own server sends nothing", proves("origins.own-server"), async () => {
    const stop = await connectAtHome();
    expect((await importAt(stop.slug, home.origin, { itemsServer: evil.origin })).stoppedConnections).toBe(1);
    await expectStopped(stop);
    expect((await list(stop, "other_read")).isSuccess).toBe(false);
    expect(evil.received).toEqual([]);
  });

  test("sends nothing for a test call or an object refresh", proves("origins.other-uses"), async () => {
    const marks = {
      "x-bowline-test": { operation: "items_list", labelPath: "/login" },
      "x-bowline-objects": [{ kind: "item", operation: "items_list", namePath: "/name" }],
    };
    const stop = await connectAtHome({ marks });
    expect(stop.connection.accountLabel).toBe("ada");
    await importAt(stop.slug, evil.origin, { marks });
    const path = `/v1/connections/${stop.connection.connectionId}`;
    const tested = await succeed<{ isSuccess: boolean; message: string }>(owner.post(`${path}/Test`));
    expect(tested.isSuccess).toBe(false);
    expect(tested.message).toContain(evil.origin);
    expect(await refresh(owner, stop.connection.connectionId)).toMatchObject({ status: 2 });
    await succeed(owner.patch(path, { name: "Other name" }));
    await expectStopped(stop);
    await succeed(owner.delete(path));
    expect(evil.received).toEqual([]);
  });
});

describe("a connection to an environment", () => {
  const servers = (...named: [description: string, path: string][]) => ({
    servers: named.map(([description, path]) => ({ description, url: home.origin + path })),
  });
  const both = () => servers(["Live", "/live"], ["Sandbox", "/sandbox"]);

  async function connectToSandbox(): Promise<HomeConnection & { path: string }> {
    const slug = uniqueName("sealed");
    await importAt(slug, home.origin, { marks: both() });
    const body = { applicationSlug: slug, environment: "sandbox", fields: { apiKey: plantSecret("key") } };
    const connection = await succeed<Connection>(owner.post("/v1/connections", body));
    return { slug, connection, path: `/v1/connections/${connection.connectionId}` };
  }

  test("that was removed reaches no other environment", proves("origins.environment"), async () => {
    const stop = await connectToSandbox();
    const gone = await importAt(stop.slug, home.origin, { marks: servers(["Live", "/live"]) });
    expect(gone.stoppedConnections).toBe(1);
    const { status, statusReason } = await read(stop);
    expect(status).toBe("error");
    expect(statusReason).toContain('no longer has the environment "sandbox"');
    expect(await list(stop)).toMatchObject({ isSuccess: false, errorMessage: statusReason });
    expect(await succeed(owner.post(`${stop.path}/Test`))).toMatchObject({ isSuccess: false });
    await succeed(owner.patch(stop.path, { name: "Other name" }));
    await succeed(owner.patch(stop.path, { fields: { apiKey: plantSecret("key") } }));
    expect((await read(stop)).status).toBe("error");
    const renewed = { applicationSlug: stop.slug, connectionId: stop.connection.connectionId };
    await refuse(owner.post("/v1/connections/ConnectLink", renewed), "VALIDATION_ERROR", ["connectionId"]);
    expect(home.received).toEqual([]);
    const chosen = await succeed<Connection>(owner.patch(stop.path, { environment: "production" }));
    expect(chosen).toMatchObject({ status: "active", statusReason: null, environment: "production" });
    await list(stop);
    expect(home.received.map(({ url }) => url)).toEqual(["/live/items"]);
  });

  test("goes on when it is back", proves("origins.environment"), async () => {
    const stop = await connectToSandbox();
    await importAt(stop.slug, home.origin, { marks: servers(["Live", "/live"]) });
    await importAt(stop.slug, home.origin, { marks: both() });
    expect(await read(stop)).toMatchObject({ status: "active", statusReason: null });
    expect(await list(stop)).toMatchObject({ isSuccess: true });
  });

  test("says when one of its name is at another address", proves("origins.environment"), async () => {
    const stop = await connectToSandbox();
    await importAt(stop.slug, home.origin, { marks: servers(["Live", "/live"]) });
    await importAt(stop.slug, home.origin, { marks: servers(["Live", "/live"], ["Sandbox", "/other"]) });
    const moved = `The application no longer has the environment "sandbox" at ${home.origin}/sandbox. It has one of that name at ${home.origin}/other. Nothing is sent until the connection's owner chooses one of production, sandbox. `;
    expect(await read(stop)).toMatchObject({ status: "error", statusReason: expect.stringContaining(moved) });
    expect(await list(stop)).toMatchObject({ isSuccess: false });
    await succeed(owner.patch(stop.path, { fields: { apiKey: plantSecret("key") }, confirmOrigins: true }));
    expect(await list(stop)).toMatchObject({ isSuccess: false });
    expect(home.received).toEqual([]);
    await importAt(stop.slug, home.origin, { marks: servers(["Live", "/live"]) });
    expect((await read(stop)).statusReason).not.toContain("of that name");
    await importAt(stop.slug, home.origin, { marks: both() });
    expect(await read(stop)).toMatchObject({ status: "active", statusReason: null });
  });

  test("signs in again for an address that was chosen", proves("origins.environment"), async () => {
    const flow = {
      authorizationUrl: `${home.origin}/authorize`,
      tokenUrl: `${home.origin}/token`,
      scopes: {},
    };
    const signIn = {
      security: [{ login: [] }],
      components: { securitySchemes: { login: { type: "oauth2", flows: { authorizationCode: flow } } } },
    };
    const slug = uniqueName("sealed");
    const importWith = (at: ReturnType<typeof servers>) =>
      importAt(slug, home.origin, { marks: { ...at, ...signIn } });
    await importWith(both());
    const body = { applicationSlug: slug, environment: "sandbox", fields: { token: plantSecret("token") } };
    const { connectionId, authenticationId } = await succeed<Connection>(owner.post("/v1/connections", body));
    const clientPath = `/v1/applications/${slug}/authentications/${authenticationId}/client`;
    await succeed(admin.put(clientPath, { clientId: "bowline", clientSecret: plantSecret("client") }));
    await importWith(servers(["Live", "/live"]));
    await importWith(servers(["Live", "/live"], ["Sandbox", "/other"]));
    const path = "/v1/connections/GetSignInUrl";
    const again = { applicationSlug: slug, connectionId };
    const refused = await refuse(owner.post(path, again), "VALIDATION_ERROR", ["environment"]);
    expect(refused.details?.[0]?.issue).toContain(`${home.origin}/other`);
    await succeed(owner.post(path, { ...again, environment: "sandbox" }));
  });

  test("follows it to its new name", proves("origins.environment"), async () => {
    const stop = await connectToSandbox();
    const renamed = servers(["Production", "/live"], ["Staging", "/sandbox"]);
    expect((await importAt(stop.slug, home.origin, { marks: renamed })).stoppedConnections).toBe(0);
    expect(await read(stop)).toMatchObject({ status: "active", environment: "staging" });
    await list(stop);
    expect(home.received.map(({ url }) => url)).toEqual(["/sandbox/items"]);
  });

  test(
    "without a name keeps its address wherever the document lists it",
    proves("origins.environment"),
    async () => {
      const slug = uniqueName("sealed");
      const unnamed = (...paths: string[]) => ({
        servers: paths.map((path) => ({ url: home.origin + path })),
      });
      await importAt(slug, home.origin, { marks: unnamed("/one", "/two", "/three") });
      const connections: HomeConnection[] = [];
      for (const environment of ["local", "local-2", "local-3"]) {
        const body = { applicationSlug: slug, environment, fields: { apiKey: plantSecret("key") } };
        connections.push({
          slug,
          connection: await succeed<Connection>(owner.post("/v1/connections", body)),
        });
      }
      const visit = async () => {
        const visited: string[] = [];
        for (const connection of connections) {
          const { length } = home.received;
          await list(connection);
          visited.push(home.received[length]?.url ?? "nothing");
        }
        return visited;
      };
      const all = ["/one/items", "/two/items", "/three/items"];
      expect(await visit()).toEqual(all);
      const shorter = await importAt(slug, home.origin, { marks: unnamed("/one", "/three") });
      expect(shorter.stoppedConnections).toBe(1);
      expect(await visit()).toEqual(["/one/items", "nothing", "/three/items"]);
      await importAt(slug, home.origin, { marks: unnamed("/one", "/two", "/three") });
      expect(await visit()).toEqual(all);
      await importAt(slug, home.origin, { marks: unnamed("/three", "/new") });
      expect(await visit()).toEqual(["nothing", "nothing", "/three/items"]);
      await importAt(slug, home.origin, { marks: unnamed("/new", "/three", "/two", "/one") });
      expect(await visit()).toEqual(["nothing", "nothing", "/three/items"]);
    },
  );
});

describe("the owner of a stopped connection", () => {
  async function stopped(): Promise<HomeConnection & { path: string }> {
    const stop = await connectAtHome();
    await importAt(stop.slug, evil.origin);
    return { ...stop, path: `/v1/connections/${stop.connection.connectionId}` };
  }

  test("confirms the new address", proves("origins.confirm"), async () => {
    const stop = await stopped();
    const confirmed = await succeed<Connection>(owner.patch(stop.path, { confirmOrigins: true }));
    expect(confirmed).toMatchObject({ status: "active", statusReason: null });
    expect(await list(stop)).toMatchObject({ isSuccess: true });
    expect(evil.received).toHaveLength(1);
  });

  test("confirms the address that was shown, and no other", proves("origins.confirm-named"), async () => {
    const stop = await stopped();
    const shown = (await read(stop)).statusReason;
    expect(shown).toContain(`{"confirmOrigins": ${JSON.stringify([evil.origin])}}`);
    const late = "https://late.test";
    await importAt(stop.slug, late);
    const refused = await refuse(
      owner.patch(stop.path, { confirmOrigins: [evil.origin] }),
      "VALIDATION_ERROR",
      ["confirmOrigins"],
    );
    expect(refused.details?.[0]?.issue).toContain(`{"confirmOrigins": ${JSON.stringify([late])}}`);
    expect((await read(stop)).statusReason).toContain(late);
    await importAt(stop.slug, evil.origin);
    await succeed(owner.patch(stop.path, { confirmOrigins: [evil.origin, late] }));
    expect(await list(stop)).toMatchObject({ isSuccess: true });
    await importAt(stop.slug, late);
    expect((await read(stop)).status, "an address that was not the application's").toBe("error");
    for (const confirmOrigins of [[], "https://late.test", [7]]) {
      await refuse(owner.patch(stop.path, { confirmOrigins }), "VALIDATION_ERROR");
    }
  });

  test("enters the credentials again", proves("origins.confirm"), async () => {
    const stop = await stopped();
    const apiKey = plantSecret("key");
    const anew = await succeed<Connection>(owner.patch(stop.path, { fields: { apiKey } }));
    expect(anew.status).toBe("active");
    await list(stop);
    expect(evil.received.map(({ headers }) => headers["x-key"])).toEqual([apiKey]);
  });

  test("is the only one who can confirm", proves("origins.confirm-foreign"), async () => {
    const stop = await stopped();
    await refuse(admin.patch(stop.path, { confirmOrigins: true }), "FORBIDDEN");
    await refuse(
      (await hireActor({ role: "Admin" })).patch(stop.path, { confirmOrigins: true }),
      "FORBIDDEN",
    );
    const toolset = await succeed<{ toolsetId: string }>(
      owner.post("/v1/toolsets", { name: "Narrow", connections: [], workflows: [] }),
    );
    const narrowed = await succeed<{ apiKey: string }>(
      owner.post("/v1/apikeys", { name: "Narrow", toolsetId: toolset.toolsetId }),
    );
    const response = await owner.send("PATCH", stop.path, {
      body: { confirmOrigins: true },
      headers: { "x-api-key": narrowed.apiKey },
    });
    expect(response.status).toBe(403);
    await expectStopped(stop);
  });

  test("does not confirm with another change", proves("origins.other-change"), async () => {
    const stop = await stopped();
    await succeed(owner.patch(stop.path, { name: "Another" }));
    await succeed(owner.patch(stop.path, { confirmOrigins: false }));
    await succeed(owner.patch(stop.path, { fields: {} }));
    await succeed(owner.patch(stop.path, { environment: stop.connection.environment }));
    await expectStopped(stop);
  });
});

describe("a field that sets the host", () => {
  const hosts = () => ({ host: { default: new URL(home.origin).host, "x-bowline-overridable": true } });

  test(
    "changes for stored credentials only after confirmation",
    proves("origins.own-field", "origins.confirm-named"),
    async () => {
      const slug = uniqueName("sealed");
      await importAt(slug, "http://{host}", { variables: hosts() });
      const stop = { slug, connection: await connectTo(slug) };
      const path = `/v1/connections/${stop.connection.connectionId}`;
      const host = new URL(evil.origin).host;
      await refuse(owner.patch(path, { fields: { host } }), "VALIDATION_ERROR", ["confirmOrigins"]);
      expect((await read(stop)).fields.host ?? new URL(home.origin).host).toBe(new URL(home.origin).host);
      const named = { fields: { host }, confirmOrigins: ["https://other.test"] };
      await refuse(owner.patch(path, named), "VALIDATION_ERROR", ["confirmOrigins"]);
      await succeed(owner.patch(path, { ...named, confirmOrigins: [evil.origin] }));
      expect(await list(stop)).toMatchObject({ isSuccess: true });
      expect(evil.received).toHaveLength(1);
      const back = { host: new URL(home.origin).host, apiKey: plantSecret("key") };
      expect((await succeed<Connection>(owner.patch(path, { fields: back }))).status).toBe("active");
    },
  );

  test("is overridable only with an enum", proves("overrides.host", "origins.other-uses"), async () => {
    const slug = uniqueName("sealed");
    await importAt(slug, "http://{host}", { variables: hosts() });
    const connection = await connectTo(slug);
    expect(connection.overridableFields).toEqual([]);
    const customConnectionData = [{ fieldName: "host", value: new URL(evil.origin).host }];
    const query = { query: { connectionId: connection.connectionId } };
    const path = `/v1/tools/${slug}_items_list/execute`;
    await refuse(owner.post(path, { customConnectionData }, query), "VALIDATION_ERROR", [
      "customConnectionData[0].fieldName",
    ]);
    const choices = [home, evil].map(({ origin }) => new URL(origin).host);
    const listed = { host: { default: choices[0], enum: choices, "x-bowline-overridable": true } };
    const other = uniqueName("sealed");
    await importAt(other, "http://{host}", { variables: listed });
    const free = await connectTo(other);
    expect(free.overridableFields).toEqual(["host"]);
    await execute(
      owner,
      `${other}_items_list`,
      { customConnectionData },
      { connectionId: free.connectionId },
    );
    expect(evil.received).toHaveLength(1);
    // The credentials were not entered for a value that was added later.
    await importAt(slug, "http://{host}", { variables: listed });
    const late = await execute(
      owner,
      `${slug}_items_list`,
      { customConnectionData },
      { connectionId: connection.connectionId },
    );
    expect(late.isSuccess).toBe(false);
    expect((await read({ slug, connection })).status).toBe("active");
    expect((await list({ slug, connection })).isSuccess).toBe(true);
    expect(evil.received).toHaveLength(1);
  });

  test("must match its rules when it is overridden", proves("overrides.rules"), async () => {
    const slug = uniqueName("sealed");
    const variables = { region: { default: "eu", enum: ["eu", "us"], "x-bowline-overridable": true } };
    await importAt(slug, `${home.origin}/{region}`, { variables });
    const { connectionId } = await connectTo(slug);
    const run = (value: string) =>
      owner.post(
        `/v1/tools/${slug}_items_list/execute`,
        { customConnectionData: [{ fieldName: "region", value }] },
        { query: { connectionId } },
      );
    await succeed(run("us"));
    expect(home.received.at(-1)?.url).toBe("/us/items");
    for (const value of ["", "mars", "../admin", "us\u0000", "x".repeat(70_000)]) {
      expect((await run(value)).status, JSON.stringify(value).slice(0, 40)).toBe(400);
    }
  });
});
