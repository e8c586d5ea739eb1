import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { followImport, type ImportRecord, startImport } from "../support/imports.ts";
import { openModernServer } from "../support/mcp-server.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, ImportResult, ListOf, Tool } from "../support/records.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";

const admin = theAdmin();
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

/** A document with so many operations, and one that cannot become a tool. */
function describeApi(count: number, origin = "http://127.0.0.1:9", description = "Reads.") {
  const paths: Record<string, object> = { "/skipped": { trace: { responses: {} } } };
  for (let index = 0; index < count; index++) {
    paths[`/things/${index}`] = { get: { operationId: `get_${index}`, description, responses: {} } };
  }
  return { openapi: "3.1.0", info: { title: "Things", version: "1" }, servers: [{ url: origin }], paths };
}

describe("an import in the background", () => {
  test("says how far it is, and returns what an import returns", proves("import.background"), async () => {
    const slug = uniqueName("bg");
    const importId = await startImport(admin, { slug, document: describeApi(400) });
    const seen = await followImport(admin, importId);
    const last = seen.at(-1);
    expect(last).toMatchObject({ importId, applicationSlug: slug, status: 0, error: null, isDryRun: false });
    expect(last).toMatchObject({ phase: "storing", done: 400, total: 400 });
    expect(last?.result).toMatchObject({ applicationSlug: slug, toolCount: 400, added: 400 });
    expect(Date.parse(last?.endedDate ?? "")).toBeGreaterThanOrEqual(Date.parse(last?.startedDate ?? ""));
    const phases = ["fetching", "reading", "building", "storing"];
    const order = seen.map(({ phase }) => phases.indexOf(phase));
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    const tools = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug, top: 1 }));
    expect(tools.totalCount).toBe(400);
    const list = await succeed<ListOf<ImportRecord>>(admin.get("/v1/imports"));
    expect(list.items.find((one) => one.importId === importId)).toEqual(last);
  });

  test("fails with a reason", proves("import.background.failed"), async () => {
    const slug = uniqueName("bg");
    const url = "http://127.0.0.1:9/openapi.json";
    const failed = (await followImport(admin, await startImport(admin, { slug, url }))).at(-1);
    expect(failed).toMatchObject({ status: 2, result: null, phase: "fetching" });
    expect(failed?.error).toContain("could not be fetched");
    const broken = await startImport(admin, { slug, document: { openapi: "nonsense" } });
    expect((await followImport(admin, broken)).at(-1)).toMatchObject({ status: 2 });
    await refuse(admin.get(`/v1/applications/${slug}`), "NOT_FOUND");
  });

  test("is not started when the request is wrong", proves("import.background.refused"), async () => {
    const body = { source: "openapi", slug: uniqueName("bg"), background: true };
    await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", ["document"]);
    const provider = { ...body, document: describeApi(1), provider: "nobody knows it" };
    await refuse(admin.post("/v1/applications", provider), "VALIDATION_ERROR", ["provider"]);
    await refuse(admin.post("/v1/applications", { ...body, source: "mcp" }), "VALIDATION_ERROR", ["url"]);
    await refuse(admin.post("/v1/applications", { ...body, source: "sql" }), "VALIDATION_ERROR", ["dialect"]);
    await refuse(admin.post("/v1/applications", { ...body, source: "graphql" }), "VALIDATION_ERROR", ["url"]);
  });

  test("is its starter's own", proves("import.background.own"), async () => {
    const importId = await startImport(admin, { slug: uniqueName("bg"), document: describeApi(1) });
    const other = await hireActor({ role: "Admin" });
    await refuse(other.get(`/v1/imports/${importId}`), "FORBIDDEN");
    expect((await succeed<ListOf<ImportRecord>>(other.get("/v1/imports"))).items).toEqual([]);
    await refuse((await hireActor()).get(`/v1/imports/${importId}`), "FORBIDDEN");
    await followImport(admin, importId);
  });
});

describe("an import whose server is slow", () => {
  type Starter = Awaited<ReturnType<typeof hireActor>>;

  /** Imports a document, and withdraws something before its server responds. */
  async function importMeanwhile(starter: Starter, withdraw: () => Promise<unknown>) {
    const slug = uniqueName("slow");
    const { promise: withdrawn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const slow = createServer(async (_request, response) => {
      noteAsked();
      await withdrawn;
      response.setHeader("content-type", "application/json").end(JSON.stringify(describeApi(1)));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/openapi.json`;
    const importing = starter.post("/v1/applications", { source: "openapi", slug, url });
    await asked;
    await withdraw();
    goOn();
    const response = await importing;
    slow.close();
    return { slug, response };
  }

  const withdrawals: [string, (starter: Starter) => Promise<unknown>][] = [
    ["Admin was removed", ({ accountUserId }) => succeed(admin.delete(`/v1/members/${accountUserId}`))],
    [
      "Admin became a member",
      ({ accountUserId }) => succeed(admin.patch(`/v1/members/${accountUserId}`, { role: "Member" })),
    ],
    ["key was deleted", ({ apiKeyId }) => succeed(admin.delete(`/v1/apikeys/${apiKeyId}`))],
  ];

  test.each(withdrawals)(
    "stores nothing when its %s",
    proves("import.withdrawn"),
    async (_what, withdraw) => {
      const starter = await hireActor({ role: "Admin" });
      const { slug, response } = await importMeanwhile(starter, () => withdraw(starter));
      expect(response).toMatchObject({ status: 403, body: { errorCode: "FORBIDDEN" } });
      await refuse(admin.get(`/v1/applications/${slug}`), "NOT_FOUND");
    },
  );

  test("is stored when nothing was withdrawn", proves("import.withdrawn"), async () => {
    const starter = await hireActor({ role: "Admin" });
    const { slug } = await importMeanwhile(starter, async () => undefined);
    await succeed(admin.get(`/v1/applications/${slug}`));
  });
});

describe("a dry run of an import", () => {
  test("says what would change and changes nothing", proves("import.dry-run"), async () => {
    const application = await importDownstream(downstream);
    const { slug } = application;
    const prefix = slug.replaceAll("-", "_");
    const first = { source: "openapi", slug: uniqueName("dry"), document: describeApi(2), dryRun: true };
    const fresh = await succeed<ImportResult & { changes: object[] }>(admin.post("/v1/applications", first));
    expect(fresh).toMatchObject({ toolCount: 2, added: 2, changed: 0, removed: 0, stoppedConnections: 0 });
    expect(fresh.skipped).toHaveLength(1);
    await refuse(admin.get(`/v1/applications/${first.slug}`), "NOT_FOUND");

    const caller = await hireActor();
    await connect(caller, application);
    const before = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    const document = {
      ...describeApi(1, "http://127.0.0.2:9"),
      paths: { "/items": { get: { operationId: "list_items", description: "New words.", responses: {} } } },
    };
    document.paths = { ...document.paths, ...{ "/more": { get: { operationId: "more", responses: {} } } } };
    const securitySchemes = { bearerAuth: { type: "http", scheme: "bearer" } };
    const body = { source: "openapi", slug, document, securitySchemes, dryRun: true };
    const planned = await succeed<ImportResult & { changes: { toolSlug: string; kind: string }[] }>(
      admin.post("/v1/applications", body),
    );
    expect(planned.changes.filter(({ kind }) => kind === "added")).toEqual([
      { toolSlug: `${prefix}_more`, kind: "added" },
    ]);
    expect(planned.changes).toContainEqual({ toolSlug: `${prefix}_list_items`, kind: "changed" });
    expect(planned.removed).toBe(application.record.toolCount - 1);
    expect(planned.changes.map(({ toolSlug }) => toolSlug)).toEqual(
      planned.changes.map(({ toolSlug }) => toolSlug).toSorted(),
    );
    expect(await succeed(admin.get(`/v1/applications/${slug}`))).toEqual(before);
    const { changes: _, ...counts } = planned;
    const inBackground = await followImport(admin, await startImport(admin, body));
    expect(inBackground.at(-1)).toMatchObject({ isDryRun: true, status: 0, result: planned });
    const done = await succeed<ImportResult>(admin.post("/v1/applications", { ...body, dryRun: false }));
    expect(done).toEqual(counts);
    expect(done).toMatchObject({ stoppedConnections: 1 });
  });

  test("of an MCP server says what would wait", proves("import.dry-run.mcp"), async () => {
    const tool = (name: string, description = "Does it.") => ({
      name,
      description,
      inputSchema: { type: "object" as const },
    });
    const server = await openModernServer([tool("one"), tool("two")], {});
    const body = { source: "mcp", slug: uniqueName("mcp"), url: server.url };
    const plan = () =>
      succeed<ImportResult & { changes: { toolSlug: string; kind: string }[] }>(
        admin.post("/v1/applications", { ...body, dryRun: true }),
      );
    expect((await plan()).changes.map(({ kind }) => kind)).toEqual(["added", "added"]);
    await refuse(admin.get(`/v1/applications/${body.slug}`), "NOT_FOUND");
    await succeed(admin.post("/v1/applications", body));
    server.tools = [tool("one", "Does another thing."), tool("three")];
    expect((await plan()).changes.map(({ kind }) => kind).toSorted()).toEqual([
      "added",
      "changed",
      "removed",
    ]);
    const waiting = await succeed<ListOf<object>>(admin.get(`/v1/applications/${body.slug}/changes`));
    expect(waiting.totalCount).toBe(0);
    await server.close();
  });
});

describeOwnServer("imports on several servers", () => {
  let silent: Server;
  beforeAll(async () => {
    // Accepts requests and never responds.
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    silent?.closeAllConnections();
    silent?.close();
  });

  test(
    "an import is seen by all of them and has failed when its server was killed",
    proves("import.background.nodes", "import.background.killed"),
    async () => {
      await using database = await createDatabase("migrated");
      const settings = { DATABASE_URL: database.url, BOWLINE_MASTER_KEY: randomBytes(32).toString("base64") };
      const first = await startServer(settings);
      await using second = await startServer(settings);
      const starter = createKeyCaller(first.adminApiKey, first);
      const reader = createKeyCaller(first.adminApiKey, second);
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/openapi.json`;
      const importId = await startImport(starter, { slug: "hangs", url });
      const running = await succeed<ImportRecord>(reader.get(`/v1/imports/${importId}`));
      expect(running).toMatchObject({
        status: 1,
        phase: "fetching",
        result: null,
        error: null,
        endedDate: null,
      });
      await first.kill();
      const last = (await followImport(reader, importId)).at(-1);
      expect(last).toMatchObject({ status: 2, result: null });
      expect(last?.error).toContain("The server stopped");
      const again = await startImport(reader, { slug: "things", document: describeApi(3) });
      expect((await followImport(reader, again)).at(-1)).toMatchObject({ status: 0 });
      await first[Symbol.asyncDispose]();
    },
  );
});
