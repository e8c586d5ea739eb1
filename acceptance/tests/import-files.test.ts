import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { ImportResult, ListOf, Tool } from "../support/records.ts";

type Serve = (response: ServerResponse) => void;

const admin = theAdmin();
/** What the server has: a text, a value that is sent as JSON, or a function that sends the response. By path with query. */
const files = new Map<string, unknown>();
/** Paths that were asked for, at the server and at the one of another origin. */
const asked: string[] = [];
const askedElsewhere: string[] = [];
const servers: Server[] = [];
let origin: string;
let elsewhere: string;

async function listen(serve: (path: string, response: ServerResponse) => void): Promise<string> {
  const { downstreamHost } = deployment();
  const server = createServer((request, response) => serve(request.url ?? "", response));
  servers.push(server);
  server.listen(0, downstreamHost);
  await once(server, "listening");
  return `http://${downstreamHost}:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  origin = await listen((path, response) => {
    asked.push(path);
    const file = files.get(path);
    if (typeof file === "function") {
      (file as Serve)(response);
    } else {
      response.writeHead(file === undefined ? 404 : 200);
      response.end(typeof file === "string" ? file : JSON.stringify(file ?? null));
    }
  });
  elsewhere = await listen((path, response) => {
    askedElsewhere.push(path);
    response.end('{"type":"string"}');
  });
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  files.clear();
  asked.length = 0;
  askedElsewhere.length = 0;
});

/** A document whose operation `read` returns the schema, with more paths. */
const describeApi = (schema: unknown, paths: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: origin }],
  paths: {
    "/read": {
      get: {
        operationId: "read",
        responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
      },
    },
    ...paths,
  },
});

const post = (body: object = {}) =>
  admin.post("/v1/applications", {
    source: "openapi",
    slug: uniqueName("files"),
    url: `${origin}/api/openapi.json`,
    ...body,
  });

/** Imports the document by its address. */
async function importApi(document: unknown, body: object = {}) {
  files.set("/api/openapi.json", document);
  const result = await succeed<ImportResult>(post(body));
  const { items } = await succeed<ListOf<Tool>>(
    admin.get("/v1/tools", { applicationSlug: result.applicationSlug }),
  );
  const tool = (end: string) => items.find(({ slug }) => slug.endsWith(end));
  return { ...result, tool };
}

/** Expects that the import is refused at `url`, and returns the message. */
async function readRefusal(document: unknown, body: object = {}): Promise<string> {
  files.set("/api/openapi.json", document);
  const { details } = await refuse(post(body), "VALIDATION_ERROR", ["url"]);
  return details?.[0]?.issue ?? "";
}

const leaving = (warnings: readonly string[]) =>
  warnings.filter((warning) => warning.includes("leaves the document"));

describe("an import by address", () => {
  test(
    "follows references to files of the same origin, each against the file that has it",
    proves("import.files", "import.files.once"),
    async () => {
      files.set(
        "/api/schemas/pet.yaml",
        "Pet:\n  type: object\n  required: [name]\n  properties:\n    name: { $ref: '../../common.json#/Name' }\n    friend: { $ref: '#/Pet' }\n",
      );
      files.set("/common.json", { Name: { type: "string", maxLength: 12 }, Unread: { $ref: "unread.json" } });
      files.set("/api/paths/pets.yaml", {
        parameters: [{ $ref: "../parameters.json#/Limit" }],
        post: {
          operationId: "add_pet",
          requestBody: { content: { "application/json": { schema: { $ref: "../schemas/pet.yaml#/Pet" } } } },
          responses: { 200: { description: "OK" } },
        },
      });
      files.set("/api/parameters.json", {
        Limit: { name: "limit", in: "query", schema: { $ref: "openapi.json#/components/schemas/Limit" } },
      });
      const { tool, skipped, warnings, toolCount } = await importApi({
        ...describeApi({ $ref: "./schemas/pet.yaml#/Pet" }, { "/pets": { $ref: "paths/pets.yaml" } }),
        components: { schemas: { Limit: { type: "integer", maximum: 50 } } },
      });
      expect({ skipped, toolCount, leaving: leaving(warnings) }).toEqual({
        skipped: [],
        toolCount: 2,
        leaving: [],
      });
      const add = JSON.stringify(tool("add_pet")?.inputSchema);
      expect(add).toContain('"maxLength":12');
      expect(add).toContain('"maximum":50');
      expect(tool("_read")?.outputSchema).toMatchObject({
        $ref: "#/$defs/Pet",
        $defs: { Pet: { properties: { friend: { $ref: "#/$defs/Pet" } } } },
      });
      expect(asked.toSorted()).toEqual([
        "/api/openapi.json",
        "/api/parameters.json",
        "/api/paths/pets.yaml",
        "/api/schemas/pet.yaml",
        "/common.json",
      ]);
    },
  );

  test("fetches each file of a cycle once", proves("import.files.once"), async () => {
    const next = ($ref: string) => ({ type: "object", properties: { next: { $ref } } });
    files.set("/api/a.json", next("b.json"));
    files.set("/api/b.json", next("./a.json"));
    files.set("/api/c.json", { $ref: "d.json" });
    files.set("/api/d.json", { $ref: "c.json" });
    const { toolCount, tool } = await importApi(
      describeApi({ anyOf: [{ $ref: "a.json" }, { $ref: "../api/%2e/a.json#" }, { $ref: "c.json" }] }),
    );
    expect(toolCount).toBe(1);
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked).toHaveLength(5);
    expect(JSON.stringify(tool("_read")?.outputSchema)).toContain('"next":{"$ref":"#/$defs/b"}');
  });

  test("reads query strings and encoded dots as part of the address", proves("import.files"), async () => {
    files.set("/up.json?v=2", { type: "string", maxLength: 21 });
    files.set("/deep.json", { type: "string", maxLength: 22 });
    const { tool } = await importApi(
      describeApi({
        properties: {
          up: { $ref: "%2e%2e/up.json?v=2" },
          deep: { $ref: "%2E%2E/%2e%2e/../../deep.json" },
        },
      }),
      { url: `${origin}/api/openapi.json` },
    );
    const output = JSON.stringify(tool("_read")?.outputSchema);
    expect(output).toContain('"maxLength":21');
    expect(output).toContain('"maxLength":22');
  });

  test(
    "works the same when it is a dry run, and when it is repeated",
    proves("import.files.again"),
    async () => {
      const slug = uniqueName("files");
      files.set("/api/pets.yaml", "get: { operationId: pets, responses: {} }");
      const document = describeApi({}, { "/pets": { $ref: "pets.yaml" } });
      files.set("/api/openapi.json", document);
      const dry = await succeed<ImportResult>(post({ slug, dryRun: true }));
      expect(dry).toMatchObject({ toolCount: 2, added: 2, skipped: [] });
      expect(await succeed<ImportResult>(post({ slug }))).toMatchObject({ toolCount: 2, added: 2 });
      files.set("/api/pets.yaml", "get: { operationId: pets, deprecated: true, responses: {} }");
      expect(await succeed<ImportResult>(post({ slug }))).toMatchObject({ added: 0, changed: 1, removed: 0 });
    },
  );

  test(
    "sends nothing to another origin, not by a redirect either, and says so",
    proves("import.files.origin"),
    async () => {
      const { host } = new URL(origin);
      const references = [
        `${elsewhere}/a.json`,
        `//${new URL(elsewhere).host}/b.json`,
        `http://me:word@${host}/api/c.json`,
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
      ];
      files.set("/api/c.json", { type: "string" });
      files.set("/api/moved.json", (response: ServerResponse) =>
        response.writeHead(302, { location: `${elsewhere}/stolen` }).end(),
      );
      files.set("/api/same.json", (response: ServerResponse) =>
        response.writeHead(302, { location: "/there/same.json" }).end(),
      );
      files.set("/there/same.json", { $ref: "next.json" });
      files.set("/there/next.json", { type: "string", maxLength: 31 });
      const { warnings, tool } = await importApi(
        describeApi({
          anyOf: [...references, "moved.json", "same.json"].map(($ref) => ({ $ref })),
        }),
      );
      expect(askedElsewhere).toEqual([]);
      expect(asked).not.toContain("/api/c.json");
      for (const reference of references) {
        expect(leaving(warnings)).toContainEqual(
          expect.stringContaining(`The reference ${reference} leaves`),
        );
      }
      expect(warnings).toContainEqual(
        expect.stringMatching(/The file \S+\/api\/moved\.json is left out.*redirected to another origin/),
      );
      expect(JSON.stringify(tool("_read")?.outputSchema)).toContain('"maxLength":31');
    },
  );

  test(
    "names a file that is not there or cannot be read, and imports the rest",
    proves("import.files.missing"),
    async () => {
      files.set("/api/secret.json", (response: ServerResponse) => response.writeHead(401).end());
      files.set("/api/deep.json", `${"[".repeat(200_000)}${"]".repeat(200_000)}`);
      files.set("/api/deep.yaml", "- ".repeat(100_000));
      files.set("/api/page.json", "<!DOCTYPE html><html></html>");
      files.set("/api/broken.json", '{"a": ');
      files.set("/api/few.json", { One: { type: "string" } });
      const names = ["lost.json", "secret.json", "deep.json", "deep.yaml", "page.json", "broken.json"];
      const { warnings, skipped, toolCount } = await importApi(
        describeApi(
          { properties: Object.fromEntries(names.map((name) => [name, { $ref: name }])) },
          { "/lost": { $ref: "lost.json#/a" }, "/few": { get: { parameters: [{ $ref: "few.json#/Two" }] } } },
        ),
      );
      expect(toolCount).toBe(1);
      for (const name of names) {
        expect(warnings).toContainEqual(
          expect.stringContaining(`The file ${origin}/api/${name} is left out`),
        );
      }
      expect(warnings.join("\n")).toMatch(/lost\.json .*\(404\)/);
      expect(skipped.map(({ operation }) => operation)).toEqual(["/lost", "GET /few"]);
    },
  );

  test(
    "is refused when the server of a file fails, so that no tool is removed",
    proves("import.files.failing"),
    async () => {
      const slug = uniqueName("files");
      files.set("/api/pets.yaml", "get: { operationId: pets, responses: {} }");
      const document = describeApi({}, { "/pets": { $ref: "pets.yaml" } });
      await importApi(document, { slug });
      for (const fail of [
        (response: ServerResponse) => response.writeHead(503).end(),
        (response: ServerResponse) => response.socket?.destroy(),
      ]) {
        files.set("/api/pets.yaml", fail);
        expect(await readRefusal(document, { slug })).toContain(
          `The file ${origin}/api/pets.yaml, which the document refers to, could not be fetched.`,
        );
      }
      const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
      expect(items).toHaveLength(2);
    },
  );

  test("follows no more than 200 files", proves("import.files.count"), async () => {
    const paths: Record<string, object> = {};
    for (let index = 0; index < 300; index++) {
      files.set(`/api/${index}.json`, { get: { operationId: `get_${index}`, responses: {} } });
      paths[`/${index}`] = { $ref: `${index}.json` };
    }
    const wide = await importApi(describeApi({}, paths));
    expect(asked).toHaveLength(201);
    expect(wide.toolCount).toBe(201);
    expect(wide.skipped).toHaveLength(100);
    expect(wide.warnings).toContainEqual(expect.stringContaining("more than 200 files"));
    asked.length = 0;
    for (let index = 0; index < 300; index++) {
      files.set(`/api/${index}.json`, { $ref: `${index + 1}.json` });
    }
    const deep = await importApi(describeApi({ $ref: "0.json" }));
    expect(asked).toHaveLength(201);
    expect(deep.warnings).toContainEqual(expect.stringContaining("more than 200 files"));
  });

  test("is refused when the document and its files are too large", proves("import.files.size"), async () => {
    let sent = 0;
    files.set("/api/endless.json", (response: ServerResponse) => {
      const part = " ".repeat(1024 ** 2);
      const write = () => {
        sent++;
        response.write(part);
      };
      response.on("drain", write).on("error", () => {});
      write();
    });
    const message = /endless\.json, the document and its files are larger than \d+ MiB/;
    expect(await readRefusal(describeApi({ $ref: "endless.json" }))).toMatch(message);
    expect(sent).toBeLessThan(200);
    for (const name of ["one", "two", "three"]) {
      files.set(`/api/${name}.json`, `{"type":"string"}${" ".repeat(13 * 1024 ** 2)}`);
    }
    const together = { anyOf: ["one", "two", "three"].map((name) => ({ $ref: `${name}.json` })) };
    expect(await readRefusal(describeApi(together))).toMatch(/json, the document and its files are larger/);
  });

  test("of a sent document follows no file", proves("import.files.sent"), async () => {
    files.set("/api/pets.yaml", "get: { operationId: pets, responses: {} }");
    const document = describeApi({ $ref: "pets.yaml" }, { "/pets": { $ref: `${origin}/api/pets.yaml` } });
    for (const body of [{ document }, { text: JSON.stringify(document) }]) {
      const result = await succeed<ImportResult>(post({ ...body, url: undefined }));
      expect(result.skipped).toEqual([
        {
          operation: "/pets",
          reason: `the path refers to ${origin}/api/pets.yaml, which is not in the document`,
        },
      ]);
      expect(leaving(result.warnings)).toHaveLength(1);
    }
    expect(asked).toEqual([]);
  });
});
