import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { operations } from "../support/downstream-operations.ts";
import { proves } from "../support/proves.ts";
import type { Application, ImportResult, ListOf, Tool } from "../support/records.ts";

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
    "of a document turns every operation into a tool",
    proves("import.document", "import.openapi-3.1", "import.response", "applications.tool-count"),
    async () => {
      const { result, record, slug } = await importDownstream(downstream);
      const count = countOperations(operations);
      expect(Object.keys(result).toSorted()).toEqual([
        "added",
        "applicationSlug",
        "changed",
        "removed",
        "skipped",
        "stoppedConnections",
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
        const response = await post({ url });
        expect(response.status, response.text).toBe(400);
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

  test("of anything else is 400", proves("import.no-document"), async () => {
    const wrongBodies: Record<string, unknown>[] = [
      { document: { hello: "world" } },
      { document: {} },
      { text: "just some words" },
      { text: "{" },
      { text: "" },
      { document: { openapi: "9.9.9", info: {}, paths: {} } },
      { document: { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: "none" } },
    ];
    for (const wrong of wrongBodies) {
      const response = await post(wrong);
      expect(response.status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test("needs a source, a slug and one of document, url and text", proves("import.required"), async () => {
    await refuse(admin.post("/v1/applications", {}), "VALIDATION_ERROR", ["source", "slug"]);
    expect((await post({})).status).toBe(400);
    await refuse(post({ source: "rumor", document: small }), "VALIDATION_ERROR", ["source"]);
  });

  test(
    "lists operations that cannot become tools in skipped and imports the rest",
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
