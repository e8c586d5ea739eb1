import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import {
  connect,
  execute,
  findMethod,
  type ImportedApplication,
  importDownstream,
} from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ListOf, Toolset } from "../support/records.ts";

const admin = theAdmin();
let downstream: Downstream;
let everyScheme: ImportedApplication;
beforeAll(async () => {
  downstream = await startDownstream();
  const schemes = ["bearerAuth", "basicAuth", "headerKey", "queryKey", "cookieKey", "signIn", "machine"];
  everyScheme = await importDownstream(downstream, { schemes });
});
afterAll(() => downstream?.stop());

describe("an application record", () => {
  test(
    "has the members of D17",
    proves("applications.record", "applications.source", "applications.slug", "applications.get"),
    async () => {
      const record = await succeed<Application>(admin.get(`/v1/applications/${everyScheme.slug}`));
      expect(Object.keys(record).toSorted()).toEqual([
        "authentications",
        "categories",
        "description",
        "iconUrl",
        "name",
        "requiresConnection",
        "slug",
        "source",
        "toolCount",
        "websiteUrl",
      ]);
      expect(record).toMatchObject({ slug: everyScheme.slug, source: "openapi", requiresConnection: true });
    },
  );

  test(
    "needs no connection when no tool needs credentials",
    proves("applications.requires-connection"),
    async () => {
      const { record } = await importDownstream(downstream, { schemes: [] });
      expect(record.requiresConnection).toBe(false);
      expect(record.authentications.length).toBeGreaterThan(0);
    },
  );
});

test(
  "an application without credentials has a method, so that a toolset gives its tools to an agent",
  proves("authentications.none", "applications.authentications"),
  async () => {
    const slug = uniqueName("open");
    const tool = `${slug.replaceAll("-", "_")}_list_items`;
    const document = {
      openapi: "3.1.0",
      info: { title: "Open", version: "1" },
      servers: [{ url: downstream.origin }],
      paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "OK" } } } } },
    };
    await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
    const record = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    expect(record).toMatchObject({
      requiresConnection: false,
      authentications: [{ type: "none", fields: [] }],
    });
    const { connectionId } = await succeed<Connection>(
      admin.post("/v1/connections", { applicationSlug: slug, fields: {} }),
    );
    const { toolsetId } = await succeed<Toolset>(
      admin.post("/v1/toolsets", {
        name: "Open",
        connections: [{ connectionId, applicationSlug: slug, toolSlugs: [tool] }],
      }),
    );
    const { apiKey } = await succeed<{ apiKey: string }>(
      admin.post("/v1/apikeys", { name: "Agent", toolsetId }),
    );
    expect((await execute(createKeyCaller(apiKey), tool)).isSuccess).toBe(true);
  },
);

test(
  "an application whose credentials are optional can be connected with and without them",
  proves("authentications.none"),
  async () => {
    const slug = uniqueName("optional");
    const document = {
      openapi: "3.1.0",
      info: { title: "Optional", version: "1" },
      servers: [{ url: downstream.origin }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-optional-key" } } },
      paths: {
        "/items": {
          get: {
            operationId: "list_items",
            security: [{}, { key: [] }],
            responses: { 200: { description: "OK" } },
          },
        },
      },
    };
    await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
    const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    expect(authentications.map(({ type }) => type)).toEqual(["apiKey", "none"]);
    for (const fields of [{}, { apiKey: "optional-canary" }]) {
      const { connectionId } = await succeed<Connection>(
        admin.post("/v1/connections", { applicationSlug: slug, fields }),
      );
      await execute(admin, `${slug}_list_items`, {}, { connectionId });
      expect(downstream.requests.at(-1)?.headers["x-optional-key"]).toBe(fields.apiKey);
    }
  },
);

describe("an authentication method", () => {
  test(
    "is created for each security scheme",
    proves("import.security-schemes", "authentications.types", "applications.authentications"),
    () => {
      const types = everyScheme.record.authentications.map(({ type }) => type);
      expect(types.toSorted()).toEqual([
        "apiKey",
        "apiKey",
        "apiKey",
        "basic",
        "bearer",
        "oauth2",
        "oauth2ClientCredentials",
      ]);
    },
  );

  test("has the members of D18", proves("authentications.record", "authentications.environments"), () => {
    for (const method of everyScheme.record.authentications) {
      expect(Object.keys(method).toSorted()).toEqual([
        "authenticationId",
        "description",
        "environments",
        "fields",
        "lacksOAuthClient",
        "name",
        "scopes",
        "type",
      ]);
      expect(method.environments.length).toBeGreaterThan(0);
      for (const environment of method.environments) {
        expect(typeof environment).toBe("string");
      }
    }
    expect(findMethod(everyScheme.record, "oauth2").scopes).toEqual(["items:read"]);
  });

  test(
    "has fields with the members of D18",
    proves("authentications.fields", "import.server-variables"),
    () => {
      for (const { fields, type } of everyScheme.record.authentications) {
        for (const field of fields) {
          expect(Object.keys(field).toSorted()).toEqual([
            "default",
            "description",
            "fieldName",
            "label",
            "overridable",
            "required",
            "secret",
            "type",
          ]);
        }
        const region = fields.find(({ fieldName }) => fieldName === "region");
        expect(region, type).toMatchObject({ secret: false, default: "eu", overridable: true });
        const tenant = fields.find(({ fieldName }) => fieldName === "tenant");
        expect(tenant, type).toMatchObject({ secret: false, default: "main", overridable: false });
      }
      const basic = findMethod(everyScheme.record, "basic").fields;
      expect(basic.find(({ fieldName }) => fieldName === "password")).toMatchObject({ secret: true });
      const secrets = findMethod(everyScheme.record, "bearer").fields.filter(({ secret }) => secret);
      expect(secrets).toHaveLength(1);
      expect(secrets[0]).toMatchObject({ required: true, overridable: false, default: null });
    },
  );

  test("has an id that is unique in the catalog", proves("authentications.id-unique"), async () => {
    const { items } = await succeed<ListOf<Application>>(admin.get("/v1/applications", { top: 1000 }));
    const ids = items.flatMap(({ authentications }) => authentications.map((each) => each.authenticationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("overridable fields", () => {
  test(
    "are those that the document marks or the import names, and no others",
    proves("import.overridable.extension", "import.overridable.names", "import.overridable.nothing-else"),
    async () => {
      const overridable = async (options: Parameters<typeof importDownstream>[1]) => {
        const { record } = await importDownstream(downstream, options);
        return findMethod(record).fields.filter((field) => field.overridable);
      };
      const plain = await overridable({});
      expect(plain.map(({ fieldName }) => fieldName)).toEqual(["region"]);
      const named = await overridable({ body: { overridableFields: ["tenant"] } });
      expect(named.map(({ fieldName }) => fieldName).toSorted()).toEqual(["region", "tenant"]);
      const schemeExtras = { bearerAuth: { "x-bowline-overridable": true } };
      const marked = await overridable({ schemeExtras });
      expect(marked.map(({ secret }) => secret).toSorted()).toEqual([false, true]);
    },
  );
});

describe("PATCH and DELETE /v1/applications/{slug}", () => {
  test("change an application", proves("applications.update"), async () => {
    const { slug } = await importDownstream(downstream);
    const body = { name: "Renamed", description: "Better words", categories: ["tests"] };
    const changed = await succeed<Application>(admin.patch(`/v1/applications/${slug}`, body));
    expect(changed).toMatchObject(body);
    expect(await succeed(admin.get(`/v1/applications/${slug}`))).toEqual(changed);
    for (const link of ["iconUrl", "websiteUrl"]) {
      const wrong = { [link]: "javascript:alert(1)" };
      await refuse(admin.patch(`/v1/applications/${slug}`, wrong), "VALIDATION_ERROR", [link]);
      const spaced = { [link]: "https://example.com/a picture.png" };
      const set = await succeed<Application>(admin.patch(`/v1/applications/${slug}`, spaced));
      expect(set).toMatchObject({ [link]: "https://example.com/a%20picture.png" });
      const cleared = await succeed<Application>(admin.patch(`/v1/applications/${slug}`, { [link]: "" }));
      expect(cleared).toEqual(changed);
    }
    const raw = { iconUrl: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" };
    await refuse(admin.patch(`/v1/applications/${slug}`, raw), "VALIDATION_ERROR", ["iconUrl"]);
  });

  test(
    "delete an application and its tools",
    proves("applications.delete", "applications.get.missing", "http.delete.sentence"),
    async () => {
      const { slug, tool } = await importDownstream(downstream);
      expect(await succeed<string>(admin.delete(`/v1/applications/${slug}`))).toMatch(/ .*\.$/);
      await refuse(admin.get(`/v1/applications/${slug}`), "NOT_FOUND");
      await refuse(admin.get(`/v1/tools/${tool("list_items")}`), "NOT_FOUND");
      await refuse(admin.delete(`/v1/applications/${slug}`), "NOT_FOUND");
      await refuse(admin.patch(`/v1/applications/${slug}`, { name: "x" }), "NOT_FOUND");
    },
  );
});

test(
  "an application with connections is deleted with them, and only when that is said",
  proves("applications.delete.connections"),
  async () => {
    const application = await importDownstream(downstream);
    const { slug, tool } = application;
    const caller = await hireActor();
    const { connectionId } = await connect(caller, application, { isDefault: true });
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [tool("list_items")] }];
    const { toolsetId } = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "One", connections }));
    const path = `/v1/applications/${slug}`;
    await refuse(admin.delete(path), "CONFLICT");
    await refuse(admin.delete(path, { force: false }), "CONFLICT");
    await refuse(admin.delete(path, { force: "yes" }), "VALIDATION_ERROR", ["force"]);
    expect((await execute(caller, tool("list_items"))).isSuccess).toBe(true);

    await succeed<string>(admin.delete(path, { force: true }));
    await refuse(admin.get(path), "NOT_FOUND");
    await refuse(caller.get(`/v1/connections/${connectionId}`), "NOT_FOUND");
    await refuse(caller.post(`/v1/tools/${tool("list_items")}/execute`, {}), "NOT_FOUND");
    const left = await succeed<Toolset>(caller.get(`/v1/toolsets/${toolsetId}`));
    expect(left.connections).toEqual([]);
  },
);

describe("GET /v1/applications", () => {
  test("searches by words", proves("applications.search", "search.relevance"), async () => {
    const word = uniqueName("quokka");
    const { slug } = await importDownstream(downstream, { title: `The ${word} register` });
    const caller = await hireActor();
    const found = await succeed<ListOf<Application>>(caller.get("/v1/applications", { search: word }));
    expect(found.items.map((item) => item.slug)).toEqual([slug]);
    expect(found.totalCount).toBe(1);
  });

  test("returns an empty list when nothing matches", proves("search.no-match"), async () => {
    const search = uniqueName("nowhere");
    const found = await succeed<ListOf<Application>>(admin.get("/v1/applications", { search }));
    expect(found).toMatchObject({ items: [], totalCount: 0 });
  });
});

test("an application slug that breaks the pattern is refused", proves("slugs.application"), async () => {
  const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} };
  for (const slug of ["Upper", "1first", "under_score", "", "a b", "x".repeat(33), "-a"]) {
    const body = { source: "openapi", slug, document };
    await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["slug"]);
  }
});

test(
  "deleting an application with connections names them to their owner",
  proves("connections.list"),
  async () => {
    const caller = await hireActor();
    const application = await importDownstream(downstream);
    const { connectionId } = await connect(caller, application);
    const list = await succeed<ListOf<{ connectionId: number }>>(caller.get("/v1/connections"));
    expect(list.items.map((item) => item.connectionId)).toEqual([connectionId]);
  },
);
