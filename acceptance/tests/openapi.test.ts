import { describe, expect, test } from "vitest";
import { hireActor, nobody, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { endpoints } from "../support/endpoints.ts";
import { proves } from "../support/proves.ts";
import { readPublishedOperations } from "../support/published-contract.ts";
import { readDocument } from "../support/published-schema.ts";
import type { Application, ExecuteResponse, JsonObject } from "../support/records.ts";
import { findApiKey, findSecret } from "../support/secrets.ts";

const published = await readPublishedOperations();
const contractEndpoints = endpoints.filter(({ isExtension }) => !isExtension);
const closedStatuses = ["200", "400", "401", "403", "404", "409", "429", "500"];

const pages = ["offset", "top"];
const execution = ["isSuccess", "errorMessage", "executionInfo", "output", "historyId"];
const toolset = ["toolsetId", "name", "connections", "workflows", "createdDate", "updatedDate"];

/** The query parameters, and the members of body and response (of a list: of its items), that the contract names. */
const named: Record<string, { query?: string[]; body?: string[]; response?: string[] }> = {
  "GET /v1/auth/whoami": { response: ["userType", "fullName", "email", "currentCompany", "role"] },
  "POST /v1/connections/GetSignInUrl": {
    body: ["applicationSlug", "authenticationId", "environment", "fields"],
    response: ["signInUrl", "state"],
  },
  "PUT /v1/connections/{connectionId}/Default": {
    response: ["applicationSlug", "connectionId", "isDefault"],
  },
  "DELETE /v1/connections/{connectionId}/Default": {},
  "GET /v1/connections/{connectionId}/RefreshStatus": {
    response: ["statusDescription", "error", "errorDate", "lastRefreshDate"],
  },
  "POST /v1/connections/{connectionId}/RefreshObjects": {},
  "DELETE /v1/connections/{connectionId}": {},
  "PATCH /v1/toolsets/{toolsetId}": {
    body: ["name", "connections", "workflows"],
    response: [...toolset, "createdByAccountUserId", "updatedByAccountUserId"],
  },
  "DELETE /v1/toolsets/{toolsetId}": {},
  "POST /v1/tools/{toolSlug}/execute": {
    query: ["toolsetId", "connectionId", "applicationSlug"],
    body: ["fields", "contextValue", "filters", "sort", ...pages, "subItems", "customConnectionData"],
    response: execution,
  },
  "GET /v1/tools": { query: [...pages, "search"], response: ["slug", "inputSchema", "outputSchema"] },
  "GET /v1/applications": { query: [...pages, "search"], response: ["slug", "authentications"] },
  "GET /v1/connections": { query: pages, response: ["connectionId", "applicationSlug", "isDefault"] },
};

type Document = Awaited<ReturnType<typeof readDocument>>;

const listUnmarked = (entries: [name: string, marked: object][]): string[] =>
  entries.filter(([, one]) => !("x-bowline-extension" in one)).map(([name]) => name);

/** Follows a reference. Marks may stand beside it. */
function resolve(document: Document, schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== "string") {
    return schema;
  }
  const steps = schema.$ref.slice(2).split("/");
  const found = steps.reduce<unknown>((parent, step) => (parent as JsonObject)[step], document);
  return { ...(found as JsonObject), ...schema };
}

/** The members of an object, or of the records in a list, by name. */
function listMembers(document: Document, schema: JsonObject = {}): [string, JsonObject][] {
  const resolved = resolve(document, schema);
  const { items, ...members } = (resolved.properties ?? {}) as Record<string, JsonObject>;
  const [record = items?.items] = ((items?.items as JsonObject | undefined)?.anyOf ?? []) as JsonObject[];
  return record === undefined
    ? Object.entries(members).toSorted(([left], [right]) => (left < right ? -1 : 1))
    : listMembers(document, record as JsonObject);
}

describe("GET /openapi.json", () => {
  test("is an OpenAPI document without a credential", proves("operations.openapi"), async () => {
    const { status, headers, body } = await nobody().get("/openapi.json");
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
      info: { title: expect.any(String) },
    });
  });

  test.each(contractEndpoints)(
    "does not mark $method $path as an extension",
    proves("operations.openapi.contract"),
    ({ method, path }) => {
      const found = published.find((each) => each.method === method && each.path === path);
      expect(found).toMatchObject({ isExtension: false });
    },
  );

  test("marks every other operation as an extension", proves("operations.openapi.extensions"), () => {
    const named = new Set(contractEndpoints.map(({ method, path }) => `${method} ${path}`));
    const others = published.filter(({ method, path }) => !named.has(`${method} ${path}`));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ isExtension }) => !isExtension)).toEqual([]);
    const missing = endpoints.filter(
      ({ method, path }) => !published.some((each) => each.method === method && each.path === path),
    );
    expect(missing).toEqual([]);
  });

  test.each(Object.entries(named))(
    "marks what the contract does not name of %s",
    proves("operations.openapi.extensions"),
    async (operation, { query = [], body = [], response = [] }) => {
      const document = await readDocument(deployment().baseUrl);
      const [method = "", path = ""] = operation.split(" ");
      const endpoint = document.paths[path]?.[method.toLowerCase()];
      const parameters = (endpoint?.parameters ?? []).filter((one) => one.in !== "path");
      expect(listUnmarked(parameters.map((one) => [one.name, one]))).toEqual(query);
      const members = (schema: JsonObject | undefined) => listUnmarked(listMembers(document, schema));
      expect(members(endpoint?.requestBody?.content["application/json"]?.schema)).toEqual(body.toSorted());
      const success = endpoint?.responses["200"]?.content?.["application/json"]?.schema;
      expect(members(success)).toEqual(response.toSorted());
      for (const [status, { headers = {} }] of Object.entries(endpoint?.responses ?? {})) {
        const unmarked = listUnmarked(
          Object.entries(headers).map(([name, header]) => [name, resolve(document, header)]),
        );
        expect(unmarked, status).toEqual(status === "429" ? ["Retry-After"] : []);
        expect(Object.keys(headers), status).toContain("x-request-id");
      }
    },
  );

  test(
    "has only statuses in the closed set",
    proves("operations.openapi.statuses", "http.closed-statuses"),
    () => {
      for (const { method, path, statuses } of published) {
        expect(closedStatuses, `${method} ${path}`).toEqual(expect.arrayContaining(statuses));
        expect(statuses, `${method} ${path}`).toEqual(
          expect.arrayContaining(["200", "400", "401", "403", "429", "500"]),
        );
      }
    },
  );
});

test("names the codes that an operation returns", proves("operations.openapi.codes"), async () => {
  const { body } = await nobody().get("/openapi.json");
  const { paths } = body as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  for (const [method, path, status, code] of [
    ["get", "/v1/connections", 404, "NOT_FOUND"],
    ["get", "/v1/tools/{toolSlug}", 403, "TOOL_NOT_PERMITTED"],
    ["get", "/v1/tools/{toolSlug}/schema", 403, "TOOL_NOT_PERMITTED"],
    ["post", "/v1/tools/{toolSlug}/execute", 409, "CONFLICT"],
    ["post", "/v1/apikeys", 409, "CONFLICT"],
    ["post", "/v1/connections/{connectionId}/RefreshObjects", 409, "CONFLICT"],
  ] as const) {
    expect(paths[path]?.[method]?.responses[status]?.description, path).toContain(`\`${code}\``);
  }
});

test("imported, reads the further pages of a list", proves("operations.openapi.paging"), async () => {
  const owner = await hireActor();
  for (const name of ["first", "second", "third"]) {
    await succeed(owner.post("/v1/toolsets", { name }));
  }
  const slug = uniqueName("own");
  const { body: document } = await nobody().get("/openapi.json");
  await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
  const { authentications } = await succeed<Application>(owner.get(`/v1/applications/${slug}`));
  const method = authentications.find(({ type }) => type === "apiKey");
  await succeed(
    owner.post("/v1/connections", {
      applicationSlug: slug,
      authenticationId: method?.authenticationId,
      fields: { apiKey: owner.apiKey },
      isDefault: true,
    }),
  );
  const toolSlug = `${slug.replaceAll("-", "_")}_list_toolsets`;
  const { output } = await succeed<ExecuteResponse>(
    owner.post(`/v1/tools/${toolSlug}/execute`, { fields: { top: 1 }, top: 3 }),
  );
  const names = (output as { items: { name: string }[] }).items.map(({ name }) => name);
  expect(names).toEqual(["first", "second", "third"]);
});

describe("the health endpoints", () => {
  test("return nothing private", proves("operations.health.private"), async () => {
    for (const path of ["/health/live", "/health/ready"]) {
      const { text } = await nobody().get(path);
      expect(text.length).toBeLessThan(200);
      expect(text).not.toMatch(/postgres|password|\/(tmp|home|var|root)\//i);
    }
    const { text } = await nobody().get("/openapi.json");
    expect(findSecret(text) ?? findApiKey(text)).toBeNull();
  });

  test(
    "return 200 without a credential",
    proves("operations.health.live", "operations.health.ready"),
    async () => {
      expect((await nobody().get("/health/live")).status).toBe(200);
      expect((await nobody().get("/health/ready")).status).toBe(200);
    },
  );
});
