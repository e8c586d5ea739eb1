import fc from "fast-check";
import { expect, test } from "vitest";
import { type ApiResponse, type Caller, succeed } from "../support/caller.ts";
import { describeDownstream } from "../support/downstream-document.ts";
import { listUnexpectedErrors } from "../support/fuzz-run.ts";
import { type Mutation, mutateJson, mutations } from "../support/mutate-json.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { chooseSeed } from "../support/random-seed.ts";
import type { Identity, ListOf, Tool } from "../support/records.ts";

const count = Number(process.env.FUZZ_IMPORTS ?? 80);
const atOnce = 4;
const hangMs = 60_000;

const schemes = ["bearerAuth", "basicAuth", "headerKey", "queryKey", "cookieKey", "signIn", "machine"];
const modern = describeDownstream({ origin: "http://127.0.0.1:9", schemes });
const referring = {
  openapi: "3.0.3",
  info: { title: "Referring", version: "1", description: "With references" },
  servers: [
    { url: "http://127.0.0.1:9/v{version}", variables: { version: { default: "1", enum: ["1", "2"] } } },
  ],
  paths: {
    "/nodes/{id}": {
      parameters: [{ $ref: "#/components/parameters/id" }],
      get: { responses: { 200: { $ref: "#/components/responses/node" } } },
      put: {
        operationId: "put node",
        requestBody: { $ref: "#/components/requestBodies/node" },
        responses: { default: { description: "x", content: { "*/*": { schema: { type: "string" } } } } },
      },
    },
  },
  components: {
    parameters: {
      id: { name: "id", in: "path", required: true, schema: { type: "string", nullable: true } },
    },
    responses: {
      node: {
        description: "x",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
      },
    },
    requestBodies: {
      node: { content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } } },
    },
    schemas: {
      Node: {
        type: "object",
        required: ["kind"],
        discriminator: { propertyName: "kind", mapping: { leaf: "#/components/schemas/Leaf" } },
        properties: {
          kind: { type: "string" },
          children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        },
      },
      Leaf: {
        allOf: [
          { $ref: "#/components/schemas/Node" },
          { properties: { value: { type: "number", exclusiveMinimum: true, minimum: 0 } } },
        ],
      },
    },
  },
};
const old = {
  swagger: "2.0",
  info: { title: "Old", version: "1" },
  host: "127.0.0.1:9",
  basePath: "/old",
  schemes: ["http"],
  consumes: ["application/json"],
  securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  security: [{ key: [] }],
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [
          { name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: "pipes" },
        ],
        responses: {
          200: { description: "x", schema: { type: "array", items: { $ref: "#/definitions/Thing" } } },
        },
      },
      post: {
        parameters: [{ name: "thing", in: "body", schema: { $ref: "#/definitions/Thing" } }],
        responses: {},
      },
      put: { parameters: [{ name: "file", in: "formData", type: "file" }], responses: {} },
    },
  },
  definitions: {
    Thing: {
      type: "object",
      properties: { "x-file": { type: "file" }, next: { $ref: "#/definitions/Thing" } },
    },
  },
};

const documents = fc.tuple(fc.constantFrom<unknown>(modern, referring, old), mutations, fc.boolean());

interface Failure {
  problem: string;
  list: Mutation[];
}

describeOwnServer("any description", () => {
  const own = useOwnServer();

  test("is imported or refused, and imported tools work", {
    timeout: 600_000,
    ...proves("errors.no-500", "import.skipped", "import.no-document"),
  }, async () => {
    const seed = chooseSeed();
    console.log(`imports: FUZZ_SEED=${seed}`);
    const samples = fc.sample(documents, { seed, numRuns: count }).entries();
    const failures: Failure[] = [];
    const work = async () => {
      for (const [index, [document, list, asText]] of samples) {
        const description = mutateJson(document, list);
        const body = asText ? { text: JSON.stringify(description) } : { document: description };
        const problem = await tryImport(own.admin, `fuzz-${index % 20}`, body).catch(String);
        if (problem !== null) {
          failures.push({ problem: `import ${index}: ${problem}`, list });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));

    expect(listUnexpectedErrors(own.server.readLog()), `FUZZ_SEED=${seed}`).toBe("");
    expect(
      failures
        .map(({ problem, list }) => `${problem}\n    ${JSON.stringify(list).slice(0, 1500)}`)
        .join("\n\n"),
      `FUZZ_SEED=${seed}`,
    ).toBe("");
    expect((await succeed<Identity>(own.admin.get("/v1/auth/whoami"))).role).toBe("Admin");
  });
});

/** Imports a description, then lists its tools and runs them dry. Returns a problem or null. */
async function tryImport(admin: Caller, slug: string, body: object): Promise<string | null> {
  const begin = performance.now();
  const imported = await admin.post("/v1/applications", { source: "openapi", slug, ...body });
  if (performance.now() - begin > hangMs) {
    return `it took ${Math.round(performance.now() - begin)} ms`;
  }
  if (imported.status !== 200) {
    return isRefusal(imported) ? null : imported.text;
  }
  const listed = await admin.get("/v1/tools", { applicationSlug: slug });
  // Another worker may have imported the same slug in between; it always exists.
  if (listed.status !== 200) {
    return listed.text;
  }
  for (const tool of (listed.body as ListOf<Tool>).items.slice(0, 8)) {
    const preview = await admin.post(
      `/v1/tools/${tool.slug}/execute`,
      { fields: guessInput(tool) },
      { query: { dryRun: true } },
    );
    if (preview.status >= 500) {
      return `${tool.slug}: ${preview.text}`;
    }
  }
  return null;
}

const isRefusal = ({ status }: ApiResponse): boolean => status === 400 || status === 409;

/** A value for every required input. */
function guessInput({ inputSchema }: Tool): Record<string, unknown> {
  const guesses: Record<string, unknown> = { integer: 1, number: 1, boolean: true, array: [], object: {} };
  const names = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  return Object.fromEntries(
    names.map((name) => [name, guesses[inputSchema.properties?.[name]?.type ?? ""] ?? "x"]),
  );
}
