import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ImportResult } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const admin = theAdmin();
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

/** An API without credentials whose document names this server. */
function describeApi(servers: unknown) {
  return {
    openapi: "3.1.0",
    info: { title: "Somewhere", version: "1" },
    servers,
    paths: { "/anything": { get: { operationId: "ping", responses: { "200": { description: "OK" } } } } },
  };
}

async function importApi(slug: string, body: Record<string, unknown> = {}): Promise<ImportResult> {
  const document = describeApi([{ url: "https://your-domain.example.com/api" }]);
  return succeed(admin.post("/v1/applications", { source: "openapi", slug, document, ...body }));
}

const readApplication = (slug: string) => succeed<Application>(admin.get(`/v1/applications/${slug}`));
const fieldNames = ({ authentications }: Application) =>
  authentications.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));

describe("a document without a usable server", () => {
  test("makes baseUrl a required field and says so", proves("import.address.unknown"), async () => {
    for (const servers of [
      undefined,
      [{ url: "/api/v3" }],
      [{ url: "https://www.example.com" }],
      [{ url: "https://{yourOktaDomain}" }],
    ]) {
      const slug = uniqueName("nowhere");
      const result = await importApi(slug, { document: describeApi(servers) });
      expect(result.warnings.join(" ")).toMatch(/`baseUrl`.*PATCH \/v1\/applications/);
      const application = await readApplication(slug);
      expect(application.requiresConnection).toBe(true);
      const [field] = application.authentications[0]?.fields ?? [];
      expect(field).toMatchObject({ fieldName: "baseUrl", required: true, secret: false, default: null });
      const body = { applicationSlug: slug, fields: {} };
      await refuse(admin.post("/v1/connections", body), "VALIDATION_ERROR", ["fields.baseUrl"]);
    }
  });

  test("checks the baseUrl of a connection", proves("import.address.checked"), async () => {
    const slug = uniqueName("nowhere");
    await importApi(slug);
    for (const baseUrl of [
      "shop.test",
      "ftp://shop.test",
      "https://me:pw@shop.test",
      "https://shop.test?a=1",
    ]) {
      const body = { applicationSlug: slug, fields: { baseUrl } };
      const refusal = await refuse(admin.post("/v1/connections", body), "VALIDATION_ERROR", [
        "fields.baseUrl",
      ]);
      expect(JSON.stringify(refusal)).toContain("absolute http or https address");
    }
  });

  test("is called at the connection's baseUrl", proves("import.address.connection"), async () => {
    const slug = uniqueName("nowhere");
    await importApi(slug);
    const { connectionId } = await succeed<Connection>(
      admin.post("/v1/connections", {
        applicationSlug: slug,
        fields: { baseUrl: `${downstream.origin}/eu/acme/` },
      }),
    );
    downstream.forget();
    const tool = `${slug.replaceAll("-", "_")}_ping`;
    expect(await execute(admin, tool, {}, { connectionId })).toMatchObject({ isSuccess: true });
    expect(downstream.requests[0]).toMatchObject({ base: "/eu/acme", path: "/anything" });
  });
});

describe("an Admin", () => {
  test(
    "sets the address for all members",
    proves("import.address.admin", "import.address.stays"),
    async () => {
      const slug = uniqueName("nowhere");
      const tool = `${slug.replaceAll("-", "_")}_ping`;
      await importApi(slug);
      const fields = { baseUrl: `${downstream.origin}/own/place` };
      const { connectionId } = await succeed<Connection>(
        admin.post("/v1/connections", { applicationSlug: slug, fields }),
      );
      const set = (baseUrl: string) =>
        succeed<Application>(admin.patch(`/v1/applications/${slug}`, { baseUrl }));
      const calledAt = async (query: Record<string, number> = {}) => {
        downstream.forget();
        expect(await execute(admin, tool, {}, query)).toMatchObject({ isSuccess: true });
        return downstream.requests[0]?.base;
      };

      const changed = await set(`${downstream.origin}/all/ours`);
      expect(changed).toMatchObject({ requiresConnection: false });
      expect(fieldNames(changed)).toEqual([]);
      expect(await calledAt()).toBe("/all/ours");
      await succeed(admin.patch(`/v1/connections/${connectionId}`, { name: "Renamed", fields: {} }));

      await importApi(slug);
      expect(await calledAt()).toBe("/all/ours");
      await importApi(slug, { baseUrl: `${downstream.origin}/by/import` });
      expect(await calledAt()).toBe("/by/import");
      await importApi(slug);
      expect(fieldNames(await set(""))).toEqual(["baseUrl"]);
      expect(await calledAt({ connectionId })).toBe("/own/place");
    },
  );

  test("cannot set an invalid address", proves("import.address.admin-checked"), async () => {
    const slug = uniqueName("nowhere");
    await importApi(slug);
    for (const baseUrl of [
      "shop.test",
      "file:///etc",
      "https://me@shop.test",
      "https://shop.test#a",
      "https://",
    ]) {
      await refuse(admin.patch(`/v1/applications/${slug}`, { baseUrl }), "VALIDATION_ERROR", ["baseUrl"]);
      const body = { source: "openapi", slug, document: describeApi(undefined), baseUrl };
      await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["baseUrl"]);
    }
  });
});

test(
  "credential parameters of a document are not inputs",
  proves("import.credentials.no-input", "import.credentials.inputs"),
  async () => {
    const slug = uniqueName("chatty");
    const text = (place: string, name: string) => ({
      in: place,
      name,
      required: true,
      schema: { type: "string" },
    });
    const content = {
      "application/json": { schema: { type: "object", properties: { token: { type: "string" } } } },
    };
    const document = {
      ...describeApi([{ url: downstream.origin }]),
      components: { securitySchemes: { signIn: { type: "http", scheme: "bearer" } } },
      security: [{ signIn: [] }],
      paths: {
        "/anything": {
          get: {
            operationId: "list",
            parameters: [
              text("query", "token"),
              text("header", "access_token"),
              text("cookie", "api_key"),
              text("query", "cursor"),
              { ...text("query", "page_token"), required: false },
            ],
          },
        },
        "/anything/{token}": {
          post: { operationId: "use", parameters: [text("path", "token")], requestBody: { content } },
        },
      },
    };
    await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
    const inputs = async (operation: string) => {
      const tool = await succeed<{ inputSchema: { properties: object } }>(
        admin.get(`/v1/tools/${slug.replaceAll("-", "_")}_${operation}`),
      );
      return Object.keys(tool.inputSchema.properties);
    };
    expect(await inputs("list")).toEqual(["cursor", "page_token"]);
    expect(await inputs("use")).toEqual(["token", "body_token"]);
  },
);

test("a credential in the address is secret", proves("import.address.secret"), async () => {
  const slug = uniqueName("bot");
  const token = plantSecret("token");
  await importApi(slug, { document: describeApi([{ url: `${downstream.origin}/eu/bot{token}` }]) });
  const { connectionId, fields } = await succeed<Connection>(
    admin.post("/v1/connections", { applicationSlug: slug, fields: { token } }),
  );
  expect(fields).toEqual({});
  const tool = `${slug.replaceAll("-", "_")}_ping`;
  const dryRun = await succeed(
    admin.post(`/v1/tools/${tool}/execute`, {}, { query: { connectionId, dryRun: true } }),
  );
  expect(dryRun).toMatchObject({ output: { url: `${downstream.origin}/eu/bot***/anything` } });
  downstream.forget();
  expect(await execute(admin, tool, {}, { connectionId })).toMatchObject({ isSuccess: true });
  expect(downstream.requests[0]?.base).toBe(`/eu/bot${token}`);
});
