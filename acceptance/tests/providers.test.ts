import { expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Application, ImportResult, ListOf, Tool } from "../support/records.ts";

const admin = theAdmin();

interface Provider {
  provider: string;
  name: string;
  types: string[];
  documentationUrl: string | null;
}

const list = (query: Record<string, string | number> = {}) =>
  succeed<ListOf<Provider>>(admin.get("/v1/providers", query));

function importApi(slug: string, url: string, members: Record<string, unknown> = {}) {
  const document = {
    openapi: "3.1.0",
    info: { title: "An API", version: "1" },
    servers: [{ url }],
    paths: { "/things": { get: { operationId: "listThings", responses: { "200": { description: "OK" } } } } },
  };
  return admin.post("/v1/applications", { source: "openapi", slug, document, ...members });
}

test("GET /v1/providers lists the known providers", proves("providers.list"), async () => {
  const first = await list({ top: 5 });
  expect(first).toMatchObject({ offset: 0, top: 5 });
  expect(first.totalCount).toBeGreaterThan(200);
  const keys = first.items.map(({ provider }) => provider);
  expect(keys).toEqual([...new Set(keys)].toSorted());
  const next = await list({ offset: 5, top: 1 });
  expect(keys).not.toContain(next.items[0]?.provider);
  for (const item of first.items) {
    expect(Object.keys(item).toSorted()).toEqual(["documentationUrl", "name", "provider", "types"]);
  }
});

test("GET /v1/providers finds by a part of the name", proves("providers.search"), async () => {
  const { items } = await list({ search: "GitH" });
  expect(items).toEqual([
    {
      provider: "github",
      name: "GitHub",
      types: ["oauth2", "bearer"],
      documentationUrl: expect.stringContaining("https://docs.github.com/"),
    },
  ]);
  expect(await list({ search: uniqueName("nobody") })).toMatchObject({ items: [], totalCount: 0 });
});

test("every member may read GET /v1/providers", proves("providers.members"), async () => {
  const member = await hireActor();
  await succeed(member.get("/v1/providers", { search: "openai" }));
});

test("an import without credentials says what to do", proves("import.credentials.missing"), async () => {
  const known = await succeed<ImportResult>(importApi(uniqueName("api"), "https://api.openai.com/v1"));
  expect(known.warnings).toEqual([
    expect.stringMatching(/no security scheme.*`provider`: "openai".*`securitySchemes`/),
  ]);
  const unknown = await succeed<ImportResult>(importApi(uniqueName("api"), "https://shop.test"));
  expect(unknown.warnings).toEqual([expect.stringMatching(/`securitySchemes`.*GET \/v1\/providers/)]);
});

test("provider adds the provider's methods", proves("import.provider"), async () => {
  const slug = uniqueName("api");
  const result = await succeed<ImportResult>(
    importApi(slug, "https://api.github.com", { provider: "github" }),
  );
  expect(result.warnings).toEqual([]);
  const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  expect(authentications.map(({ type, name }) => [type, name])).toEqual([
    ["oauth2", "Sign in with GitHub"],
    ["bearer", "Personal access token"],
  ]);
  const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
  expect(items[0]).toMatchObject({ requiresConnection: true });
  const body = { applicationSlug: slug, fields: { token: "not-a-real-token" } };
  const { connectionId } = await succeed<{ connectionId: number }>(admin.post("/v1/connections", body));
  const dryRun = await succeed(
    admin.post(`/v1/tools/${items[0]?.slug}/execute`, {}, { query: { connectionId, dryRun: true } }),
  );
  expect(JSON.stringify(dryRun)).toContain("https://api.github.com/things");
});

test("an unknown provider is refused", proves("import.provider.unknown"), async () => {
  await refuse(
    importApi(uniqueName("api"), "https://shop.test", { provider: "nobody" }),
    "VALIDATION_ERROR",
    ["provider"],
  );
});
