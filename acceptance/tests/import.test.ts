import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeDownstream, operations } from "../support/downstream-document.ts";
import { proves } from "../support/proves.ts";
import type { Application, ImportResult, ListOf, Tool, Toolset } from "../support/records.ts";

const admin = theAdmin();
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

function post(body: Record<string, unknown>) {
  return admin.post("/v1/applications", { source: "openapi", slug: uniqueName("acc"), ...body });
}

function countOperations(paths: Record<string, object>): number {
  return Object.values(paths).flatMap((item) => Object.keys(item).filter((name) => name !== "parameters"))
    .length;
}

async function listTools(applicationSlug: string): Promise<Tool[]> {
  return (await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug }))).items;
}

const ping = { get: { operationId: "ping", responses: { "200": { description: "OK" } } } };
const small = { openapi: "3.1.0", info: { title: "Small", version: "1" }, paths: { "/ping": ping } };

describe("an import", () => {
  test(
    "of a document makes a tool of every operation",
    proves("import.document", "import.openapi-3.1", "import.answer", "applications.tool-count"),
    async () => {
      const { result, record, slug } = await importDownstream(downstream);
      const count = countOperations(operations);
      expect(Object.keys(result).toSorted()).toEqual([
        "added",
        "applicationSlug",
        "changed",
        "removed",
        "skipped",
        "toolCount",
        "warnings",
      ]);
      expect(result).toMatchObject({ applicationSlug: slug, toolCount: count, added: count, skipped: [] });
      expect(result).toMatchObject({ changed: 0, removed: 0 });
      expect(record.toolCount).toBe(count);
      expect(await listTools(slug)).toHaveLength(count);
    },
  );

  test("of JSON text", proves("import.text.json"), async () => {
    const text = JSON.stringify({ ...small, servers: [{ url: downstream.origin }] });
    expect(await succeed<ImportResult>(post({ text }))).toMatchObject({ toolCount: 1 });
  });

  test("of YAML text", proves("import.text.yaml"), async () => {
    const text = [
      "openapi: 3.0.3",
      "info: { title: Written in YAML, version: '1' }",
      "servers:",
      `  - url: ${downstream.origin}`,
      "paths:",
      "  /ping:",
      "    get:",
      "      operationId: ping",
      "      description: |",
      "        Two lines,",
      "        one text.",
      "      responses: { '200': { description: OK } }",
    ].join("\n");
    const result = await succeed<ImportResult>(post({ text }));
    const [tool] = await listTools(result.applicationSlug);
    expect(tool?.description).toContain("one text.");
    expect(tool?.applicationName).toBe("Written in YAML");
  });

  test("of an address", proves("import.url", "operations.private-networks"), async () => {
    downstream.documents.set(
      "small.json",
      JSON.stringify({ ...small, servers: [{ url: downstream.origin }] }),
    );
    const url = `${downstream.origin}/documents/small.json`;
    expect(await succeed<ImportResult>(post({ url }))).toMatchObject({ toolCount: 1 });
  });

  test(
    "of an address in a private network that is not allowed is 400",
    proves("failures.private-network"),
    async () => {
      for (const url of [
        "http://10.255.255.1/x.json",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
      ]) {
        const answer = await post({ url });
        expect(answer.status, answer.text).toBe(400);
      }
    },
  );

  test("of OpenAPI 3.0", proves("import.openapi-3.0"), async () => {
    const document = {
      ...small,
      openapi: "3.0.3",
      servers: [{ url: downstream.origin }],
      components: { schemas: { Name: { type: "string", nullable: true } } },
      paths: {
        "/ping": {
          post: {
            operationId: "ping",
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: {
                      name: { $ref: "#/components/schemas/Name" },
                      age: { type: "integer", minimum: 0, exclusiveMinimum: true },
                    },
                  },
                },
              },
            },
            responses: { "200": { description: "OK" } },
          },
        },
      },
    };
    const { applicationSlug } = await succeed<ImportResult>(post({ document }));
    const [tool] = await listTools(applicationSlug);
    expect(Object.keys(tool?.inputSchema.properties ?? {}).toSorted()).toEqual(["age", "name"]);
    expect(tool?.inputSchema.properties?.age).toMatchObject({ exclusiveMinimum: 0 });
  });

  test("of OpenAPI 2.0", proves("import.openapi-2"), async () => {
    const { host } = new URL(downstream.origin);
    const document = {
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host,
      schemes: ["http"],
      basePath: "/old",
      securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      security: [{ key: [] }],
      paths: {
        "/ping/{id}": {
          get: {
            operationId: "ping",
            parameters: [{ name: "id", in: "path", required: true, type: "integer" }],
            responses: { "200": { description: "OK", schema: { type: "array", items: { type: "string" } } } },
          },
        },
      },
    };
    const { applicationSlug } = await succeed<ImportResult>(post({ document }));
    const [tool] = await listTools(applicationSlug);
    expect(tool).toMatchObject({ resultsPath: "", inputSchema: { required: ["id"] } });
    const application = await succeed<Application>(admin.get(`/v1/applications/${applicationSlug}`));
    expect(application.authentications.map(({ type }) => type)).toEqual(["apiKey"]);
  });

  test("takes name instead of the title", proves("import.name"), async () => {
    const { record } = await importDownstream(downstream, { title: "Title", body: { name: "Given name" } });
    expect(record.name).toBe("Given name");
    expect((await importDownstream(downstream, { title: "Title" })).record.name).toBe("Title");
  });

  test("may be larger than 1 MiB", proves("import.own-limit"), async () => {
    const info = { ...small.info, description: "x".repeat(2 * 1024 * 1024) };
    const document = { ...small, info, servers: [{ url: downstream.origin }] };
    expect(await succeed<ImportResult>(post({ document }))).toMatchObject({ toolCount: 1 });
  });

  test("over 32 MiB is INVALID_REQUEST", proves("import.too-large"), async () => {
    await refuse(post({ text: "x".repeat(33 * 1024 * 1024) }), "INVALID_REQUEST");
  });

  test("of what is no such document is 400", proves("import.no-document"), async () => {
    const wrongs: Record<string, unknown>[] = [
      { document: { hello: "world" } },
      { document: {} },
      { text: "just some words" },
      { text: "{" },
      { text: "" },
      { document: { openapi: "9.9.9", info: {}, paths: {} } },
      { document: { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: "none" } },
    ];
    for (const wrong of wrongs) {
      const answer = await post(wrong);
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test("needs a source, a slug and one of document, url and text", proves("import.required"), async () => {
    await refuse(admin.post("/v1/applications", {}), "VALIDATION_ERROR", ["source", "slug"]);
    expect((await post({})).status).toBe(400);
    await refuse(post({ source: "rumour", document: small }), "VALIDATION_ERROR", ["source"]);
  });

  test(
    "puts what cannot become a tool in skipped and imports the rest",
    proves("import.skipped"),
    async () => {
      const broken = {
        operationId: "broken",
        parameters: [{ $ref: "#/components/parameters/Missing" }],
        responses: { "200": { description: "OK" } },
      };
      const paths = { "/ping": ping, "/broken": { get: broken } };
      const document = { ...small, servers: [{ url: downstream.origin }], paths };
      const result = await succeed<ImportResult>(post({ document }));
      expect(result).toMatchObject({ toolCount: 1, added: 1 });
      expect(result.skipped).toHaveLength(1);
      expect(result.skipped[0]?.operation).toMatch(/broken/);
      expect(result.skipped[0]?.reason).toMatch(/\w/);
    },
  );
});

describe("an import of the same slug again", () => {
  test("says what was added, changed and removed", proves("import.again"), async () => {
    const { slug, tool } = await importDownstream(downstream);
    const same = await importDownstream(downstream, { slug });
    expect(same.result).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const { "/old": _, ...rest } = operations;
    const publicOne = { get: { ...operations["/public"].get, summary: "Read what changed" } };
    const paths = {
      ...rest,
      "/public": publicOne,
      "/new": { get: { ...ping.get, operationId: "read_new" } },
    };
    const again = await importDownstream(downstream, { slug, paths });
    expect(again.result).toMatchObject({ added: 1, changed: 1, removed: 1 });
    await refuse(admin.get(`/v1/tools/${tool("read_old")}`), "NOT_FOUND");
    await succeed(admin.get(`/v1/tools/${tool("read_new")}`));
  });

  test(
    "keeps authentication ids and the slugs of tools",
    proves("authentications.id-stable", "slugs.never-renamed", "slugs.alias"),
    async () => {
      const first = await importDownstream(downstream, { schemes: ["bearerAuth", "headerKey"] });
      const paths = {
        ...operations,
        "/old": { get: { ...operations["/old"].get, operationId: "read_renamed" } },
      };
      const again = await importDownstream(downstream, {
        slug: first.slug,
        paths,
        schemes: ["headerKey", "bearerAuth"],
      });
      const idsByType = (application: Application) =>
        Object.fromEntries(
          application.authentications.map(({ type, authenticationId }) => [type, authenticationId]),
        );
      expect(idsByType(again.record)).toEqual(idsByType(first.record));
      const old = first.tool("read_old");
      expect((await succeed<Tool>(admin.get(`/v1/tools/${old}`))).slug).toBe(old);
      const removed = await importDownstream(downstream, { slug: first.slug, paths: { "/ping": ping } });
      expect(removed.result.removed).toBe(countOperations(operations));
      await importDownstream(downstream, { slug: first.slug, paths });
      expect((await succeed<Tool>(admin.get(`/v1/tools/${old}`))).slug).toBe(old);
    },
  );

  test("at the same time leaves it whole", proves("import.again.concurrent"), async () => {
    const slug = uniqueName("acc");
    const { "/old": _, ...rest } = operations;
    const bodies = [operations, rest, operations, rest].map((paths) => ({
      slug,
      document: describeDownstream({ origin: downstream.origin, paths }),
    }));
    const answers = await Promise.all(bodies.map(post));
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    const { toolCount } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    expect([countOperations(operations), countOperations(rest)]).toContain(toolCount);
    const slugs = (await listTools(slug)).map((tool) => tool.slug);
    expect(new Set(slugs).size).toBe(toolCount);
  });

  test("keeps connections and toolsets usable", proves("import.again.connections"), async () => {
    const { slug, ...application } = await importDownstream(downstream);
    const caller = await hireActor();
    const { connectionId } = await connect(caller, { slug, ...application }, { isDefault: true });
    const toolSlugs = [application.tool("list_items"), application.tool("read_old")];
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs }];
    const toolset = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "x", connections }));
    const { "/old": _, ...paths } = operations;
    await importDownstream(downstream, { slug, paths });
    const query = { toolsetId: toolset.toolsetId };
    expect(await execute(caller, application.tool("list_items"), {}, query)).toMatchObject({
      isSuccess: true,
    });
    expect(await execute(caller, application.tool("list_items"))).toMatchObject({ isSuccess: true });
    await refuse(caller.post(`/v1/tools/${application.tool("read_old")}/execute`, {}), "NOT_FOUND");
    await succeed(caller.get(`/v1/toolsets/${toolset.toolsetId}`));
    await succeed(caller.patch(`/v1/toolsets/${toolset.toolsetId}`, { name: "Renamed" }));
  });

  test("that is refused leaves the application as it was", proves("import.again.atomic"), async () => {
    const { slug, record } = await importDownstream(downstream);
    const before = await listTools(slug);
    expect((await post({ slug, document: { hello: "world" } })).status).toBe(400);
    expect(await succeed(admin.get(`/v1/applications/${slug}`))).toEqual(record);
    expect(await listTools(slug)).toEqual(before);
  });
});

test("baseUrl replaces the document's server", proves("import.base-url"), async () => {
  const { slug, tool } = await importDownstream(downstream, {
    schemes: [],
    origin: "http://127.0.0.1:1",
    body: { baseUrl: `${downstream.origin}/other/place` },
  });
  downstream.forget();
  const run = admin.post(`/v1/tools/${tool("read_public")}/execute`, {});
  expect(await succeed(run), slug).toMatchObject({ isSuccess: true });
  expect(downstream.requests[0]).toMatchObject({ base: "/other/place", path: "/public" });
});
