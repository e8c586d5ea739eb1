import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema, introspectionFromSchema } from "graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type GraphqlServer, openGraphqlServer, typeDefs } from "../support/graphql-server.ts";
import { proves } from "../support/proves.ts";
import type {
  Application,
  Connection,
  Execution,
  ImportResult,
  JsonObject,
  ListOf,
  Toolset,
} from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const admin = theAdmin();
let server: GraphqlServer;

beforeAll(async () => {
  server = await openGraphqlServer();
});

beforeEach(() => {
  server.token = null;
  server.isClosed = false;
  server.isOlder = false;
  server.requests.length = 0;
});

afterAll(() => server?.close());

const importEndpoint = (slug: string, members: JsonObject): Promise<ImportResult> =>
  succeed(admin.post("/v1/applications", { source: "graphql", slug, ...members }));
const readApplication = (slug: string) => succeed<Application>(admin.get(`/v1/applications/${slug}`));
const readTools = async (slug: string): Promise<JsonObject[]> =>
  (await succeed<ListOf<JsonObject>>(admin.get("/v1/tools", { applicationSlug: slug }))).items;

/** Imports the endpoint under a new slug without hyphen. */
async function importNew(
  members: JsonObject = { url: server.url },
): Promise<{ slug: string; result: ImportResult }> {
  const slug = uniqueName("gql").replaceAll("-", "");
  return { slug, result: await importEndpoint(slug, members) };
}

async function connect(slug: string, fields: JsonObject): Promise<number> {
  const { authentications } = await readApplication(slug);
  const body = { applicationSlug: slug, authenticationId: authentications[0]?.authenticationId, fields };
  return (await succeed<Connection>(admin.post("/v1/connections", body))).connectionId;
}

const operations = [
  "create_issue",
  "delete_issue",
  "half",
  "issue",
  "issues",
  "limited",
  "listed",
  "secret_issue",
];

describe("an import", () => {
  test("by address makes tools of queries and mutations", proves("import.graphql"), async () => {
    const { slug, result } = await importNew();
    expect(result).toMatchObject({
      toolCount: 8,
      added: 8,
      skipped: [{ operation: "SUBSCRIPTION issueCreated" }],
      warnings: [expect.stringContaining("security scheme")],
    });
    expect(await readApplication(slug)).toMatchObject({ source: "graphql", requiresConnection: false });
    expect((await readTools(slug)).map((one) => one.slug)).toEqual(
      operations.map((name) => `${slug}_${name}`),
    );
  });

  test("reads an endpoint that knows only an older specification", proves("import.graphql"), async () => {
    server.isOlder = true;
    expect((await importNew()).result.toolCount).toBe(8);
  });

  test("by schema makes the same tools", proves("graphql.import.schema"), async () => {
    const introspection = JSON.stringify({ data: introspectionFromSchema(buildSchema(typeDefs)) });
    for (const schema of [typeDefs, introspection, `${typeDefs}\n# ${"x".repeat(300_000)}`]) {
      const { slug, result } = await importNew({ schema, baseUrl: server.url });
      expect(result.toolCount).toBe(8);
      expect((await execute(admin, `${slug}_issue`, { fields: { id: "1" } })).isSuccess).toBe(true);
    }
    expect(server.requests).toHaveLength(3);
    const { slug } = await importNew({ schema: typeDefs });
    const connectionId = await connect(slug, { baseUrl: server.url });
    const query = { connectionId };
    expect((await execute(admin, `${slug}_issue`, { fields: { id: "1" } }, query)).isSuccess).toBe(true);
  });

  test("sends the given headers and stores only their names", proves("graphql.import.headers"), async () => {
    server.token = plantSecret("endpoint");
    const headers = { Authorization: `Bearer ${server.token}` };
    const { slug } = await importNew({ url: server.url, headers });
    expect(server.requests[0]?.authorization).toBe(headers.Authorization);
    expect(await readApplication(slug)).toMatchObject({
      requiresConnection: true,
      authentications: [{ type: "bearer" }],
    });
  });

  test("that cannot read the schema says what to do", proves("graphql.import.refused"), async () => {
    const refused = async (members: JsonObject, field: string, reason: RegExp) => {
      const body = { source: "graphql", slug: uniqueName("gql"), ...members };
      const { details } = await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", [field]);
      expect(details?.[0]?.issue).toMatch(reason);
    };
    server.isClosed = true;
    await refused({ url: server.url }, "url", /Introspection is not allowed.*`schema`/);
    server.token = plantSecret("closed");
    await refused({ url: server.url }, "headers", /requires credentials \(401\)/);
    await refused({ url: server.url, headers: { Authorization: "no" } }, "headers", /refuses the given/);
    await refused({ url: "http://127.0.0.1:9/graphql" }, "url", /could not be read/);
    await refused({ schema: "type Query { a: Missing }" }, "schema", /Missing/);
    await refused({ schema: typeDefs, url: server.url }, "schema", /not both/);
    await refused({}, "url", /schema/);
    await refused({ url: server.url, text: "x" }, "text", /OpenAPI/);
    await refused(
      { url: server.url, dialect: "mysql" },
      "dialect",
      /^Belongs to a database: set source to sql\.$/,
    );
    const body = { source: "openapi", slug: uniqueName("gql"), schema: typeDefs };
    await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["schema"]);
  });

  test(
    "over a taken slug is 400 when it is wrong itself",
    proves("http.order.input-before-conflict"),
    async () => {
      const { slug } = await importNew();
      await refuse(admin.post("/v1/applications", { source: "mcp", slug }), "VALIDATION_ERROR", ["url"]);
      const taken = uniqueName("taken");
      await succeed(admin.post("/v1/applications", { source: "sql", slug: taken, dialect: "postgresql" }));
      const body = { source: "graphql", slug: taken };
      await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["url"]);
      await refuse(admin.post("/v1/applications", { ...body, url: server.url }), "CONFLICT");
    },
  );

  test("again keeps slugs and connections", proves("graphql.import.again"), async () => {
    server.token = plantSecret("again");
    const body = { url: server.url, headers: { Authorization: `Bearer ${server.token}` } };
    const { slug } = await importNew(body);
    const connectionId = await connect(slug, { token: server.token });
    const result = await importEndpoint(slug, body);
    expect(result).toMatchObject({ toolCount: 8, added: 0, removed: 0, stoppedConnections: 0 });
    const outcome = await execute(admin, `${slug}_issue`, { fields: { id: "1" } }, { connectionId });
    expect(outcome.isSuccess).toBe(true);
    const other = uniqueName("other");
    const document = { openapi: "3.1.0", info: { title: "Other" }, paths: { "/a": { get: {} } } };
    await succeed(admin.post("/v1/applications", { source: "openapi", slug: other, document }));
    await refuse(admin.post("/v1/applications", { source: "graphql", slug: other, ...body }), "CONFLICT");
    await refuse(admin.post("/v1/applications", { source: "openapi", slug, document }), "CONFLICT");
    expect(await execute(admin, `${slug}_issue`, { fields: { id: "1" } }, { connectionId })).toMatchObject({
      isSuccess: true,
    });
  });
});

describe("a tool", () => {
  let slug: string;
  let connectionId: number;
  let token: string;
  const run = (
    name: string,
    fields: JsonObject = {},
    members: JsonObject = {},
    query: { dryRun?: true } = {},
  ) => execute(admin, `${slug}_${name}`, { fields, ...members }, { connectionId, ...query });

  beforeAll(async () => {
    server.token = null;
    server.isClosed = false;
    token = plantSecret("token");
    const securitySchemes = { token: { type: "http", scheme: "bearer" } };
    ({ slug } = await importNew({ url: server.url, securitySchemes }));
    connectionId = await connect(slug, { token });
  });

  beforeEach(() => {
    server.token = token;
  });

  test("describes its input and what it does", proves("graphql.tool.schemas"), async () => {
    const tools = await readTools(slug);
    const find = (name: string) => tools.find((one) => one.slug === `${slug}_${name}`);
    expect(find("issue")).toMatchObject({
      description: "Finds an issue.",
      annotations: { readOnlyHint: true, destructiveHint: false },
      inputSchema: { required: ["id"], properties: { id: { type: ["string", "integer"] } } },
    });
    expect(find("create_issue")).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: false },
      inputSchema: {
        required: ["input"],
        $defs: {
          IssueInput: {
            required: ["title"],
            properties: { state: { enum: ["OPEN", "CLOSED", null], default: "OPEN" } },
          },
        },
      },
    });
    expect(find("delete_issue")).toMatchObject({ annotations: { destructiveHint: true } });
    expect(find("issues")).toMatchObject({ resultsPath: "/data/issues/nodes" });
    await refuse(
      admin.post(`/v1/tools/${slug}_issue/execute`, { fields: {} }, { query: { connectionId } }),
      "VALIDATION_ERROR",
      ["fields.id"],
    );
  });

  test("runs with variables and credentials", proves("graphql.execute.query"), async () => {
    expect((await run("issue", { id: "3" })).output).toEqual({
      data: {
        issue: {
          id: "3",
          title: "Issue 3",
          state: "CLOSED",
          labels: ["bug"],
          broken: null,
          author: { login: "ada", email: "ada@example.com" },
        },
      },
    });
    expect(server.requests[0]).toMatchObject({
      authorization: `Bearer ${token}`,
      body: { variables: { id: "3" } },
    });
    const input = { title: 'New "one" { id }', labels: ["a"] };
    expect((await run("create_issue", { input })).output).toMatchObject({
      data: { createIssue: { issue: { title: input.title, state: "OPEN", labels: ["a"] } } },
    });
    expect((await run("delete_issue", { id: "1" })).output).toEqual({ data: { deleteIssue: true } });
  });

  test("returns the chosen fields", proves("graphql.execute.fields"), async () => {
    expect((await run("issue", { id: "3", fields: ["title", "author.login"] })).output).toEqual({
      data: { issue: { title: "Issue 3", author: { login: "ada" } } },
    });
    const listed = await run("issues", { first: 2, fields: ["id"] });
    expect(listed.output).toMatchObject({ data: { issues: { nodes: [{ id: "0" }, { id: "1" }] } } });
    const path = `/v1/tools/${slug}_issue/execute`;
    for (const name of ["body", "author.name", "id } other { id"]) {
      const body = { fields: { id: "3", fields: [name] } };
      const response = await admin.post(path, body, { query: { connectionId } });
      expect(response.status, response.text).toBe(400);
    }
  });

  test("fails when the response has errors", proves("graphql.execute.errors"), async () => {
    const fails = async (name: string, fields: JsonObject, kind: string, message: RegExp) => {
      const outcome = await run(name, fields);
      expect(outcome).toMatchObject({ isSuccess: false, executionInfo: { statusCode: 200 } });
      expect(outcome.errorMessage).toMatch(message);
      const record = await succeed<Execution>(admin.get(`/v1/executions/${outcome.historyId}`));
      expect(record.failureKind).toBe(kind);
      return outcome;
    };
    await fails("issue", { id: "900" }, "downstreamRefused", /There is no such issue/);
    await fails("secret_issue", {}, "authorizationExpired", /Sign in first/);
    await fails("limited", {}, "rateLimited", /Slow down/);
    const { output } = await fails("half", {}, "downstreamRefused", /The second is gone/);
    expect(output).toMatchObject({ data: { half: [{ id: "0" }, null] } });
  });

  test("follows the pages of a list", proves("graphql.execute.pages"), async () => {
    const { output } = await run("issues", { first: 100 }, { top: 230 });
    const { nodes } = (output as { data: { issues: { nodes: { id: string }[] } } }).data.issues;
    expect(nodes.map(({ id }) => Number(id))).toEqual(Array.from({ length: 230 }, (_, index) => index));
    expect(server.requests.map(({ body }) => body.variables.after)).toEqual([undefined, "100", "200"]);
  });

  test("follows the pages of a list with an offset", proves("graphql.execute.offset"), async () => {
    const read = async (fields: JsonObject, members: JsonObject) => {
      server.requests.length = 0;
      const { output } = await run("listed", { fields: ["id"], ...fields }, members);
      const ids = (output as { data: { listed: { id: string }[] } }).data.listed.map(({ id }) => Number(id));
      return { ids, offsets: server.requests.map(({ body }) => body.variables.offset) };
    };
    const count = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);
    expect(await read({}, {})).toEqual({ ids: count(0, 10), offsets: [undefined] });
    expect(await read({}, { top: 25 })).toEqual({ ids: count(0, 25), offsets: [undefined, 10, 20] });
    // The endpoint returns 40 of the 100.
    expect(await read({ limit: 100 }, { offset: 5, top: 90 })).toEqual({
      ids: count(5, 90),
      offsets: [5, 45, 85],
    });
    const filters = [{ fieldName: "id", operator: "eq", value: "249" }];
    expect(await read({ limit: 100 }, { filters })).toMatchObject({ ids: [249] });
  });

  test("shows its request in a dry run", proves("graphql.dry-run"), async () => {
    const { output } = await run("issue", { id: "3" }, {}, { dryRun: true });
    expect(output).toMatchObject({
      method: "POST",
      url: server.url,
      headers: { authorization: "Bearer ***" },
      body: { query: expect.stringContaining("issue(id: $id)"), variables: { id: "3" } },
    });
    expect(server.requests).toEqual([]);
  });

  test("is for keys whose toolset has it", proves("graphql.narrowed"), async () => {
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [`${slug}_issue`] }];
    const { toolsetId } = await succeed<Toolset>(admin.post("/v1/toolsets", { name: "Narrow", connections }));
    const { apiKey } = await makeKey(admin, { name: "Narrowed", toolsetId });
    const narrowed = createKeyCaller(apiKey);
    expect((await execute(narrowed, `${slug}_issue`, { fields: { id: "3" } })).isSuccess).toBe(true);
    const path = `/v1/tools/${slug}_delete_issue/execute`;
    await refuse(narrowed.post(path, { fields: { id: "3" } }), "TOOL_NOT_PERMITTED");
  });
});

test("a hostile endpoint fails its own calls", proves("graphql.execute.hostile"), async () => {
  const hostile = createServer((request, response) => {
    request.resume();
    if (request.url === "/rubbish") {
      response.writeHead(200, { "content-type": "application/json" }).end("{rubbish");
    } else {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  try {
    for (const path of ["/rubbish", "/reset"]) {
      const { slug } = await importNew({ schema: typeDefs, baseUrl: origin + path });
      expect(await execute(admin, `${slug}_issue`, { fields: { id: "3" } })).toMatchObject({
        isSuccess: false,
      });
      const body = { source: "graphql", slug: uniqueName("gql"), url: origin + path };
      await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["url"]);
    }
  } finally {
    hostile.closeAllConnections();
    hostile.close();
  }
});
