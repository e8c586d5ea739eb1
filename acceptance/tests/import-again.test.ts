import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeDownstream } from "../support/downstream-document.ts";
import { operations } from "../support/downstream-operations.ts";
import { proves } from "../support/proves.ts";
import type { Application, ListOf, Tool, Toolset } from "../support/records.ts";

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
describe("an import of the same slug again", () => {
  test("reports what was added, changed and removed", proves("import.again"), async () => {
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
    "warns of a name that it does not set, since an Admin has set another",
    proves("import.again.name"),
    async () => {
      const database = { source: "sql", dialect: "sqlite" };
      const document = { openapi: "3.1.0", info: { title: "Acc", version: "1" }, paths: { "/ping": ping } };
      const servers = [{ url: "https://acc.example.com" }];
      for (const body of [{ document: { ...document, servers } }, database]) {
        const application = { ...body, slug: uniqueName("acc") };
        const importAs = async (members: object) => {
          const imported = await succeed<{ warnings: string[] }>(post({ ...application, ...members }));
          return imported.warnings.filter((warning) => /\bname\b/.test(warning));
        };
        const path = `/v1/applications/${application.slug}`;
        await importAs({ name: "First" });
        expect(await importAs({ name: "Second" })).toEqual([]);
        expect(await succeed<Application>(admin.get(path))).toMatchObject({ name: "Second" });
        await succeed(admin.patch(path, { name: "Ours" }));
        const warning = `The application's name stays "Ours". PATCH ${path} changes it to "Third"`;
        expect(await importAs({ name: "Third", dryRun: true })).toEqual([warning]);
        expect(await importAs({ name: "Third" })).toEqual([warning]);
        expect(await importAs({ name: "Ours" })).toEqual([]);
        expect(await importAs({})).toEqual([]);
        expect(await succeed<Application>(admin.get(path))).toMatchObject({ name: "Ours" });
      }
    },
  );

  test(
    "names the caller's toolsets that lose a tool, and counts those of others",
    proves("import.again.toolsets"),
    async () => {
      const application = await importDownstream(downstream);
      const { slug, tool } = application;
      const names = { own: uniqueName("own"), other: uniqueName("other") };
      const member = await hireActor();
      const toolSlugs = [tool("read_old"), tool("list_items")];
      const created: string[] = [];
      for (const [caller, name] of [
        [admin, names.own],
        [member, names.other],
      ] as const) {
        const { connectionId } = await connect(caller, application);
        const connections = [{ connectionId, applicationSlug: slug, toolSlugs }];
        const { toolsetId } = await succeed<Toolset>(caller.post("/v1/toolsets", { name, connections }));
        created.push(toolsetId);
      }
      const { "/old": _, ...paths } = operations;
      for (const dryRun of [true, false]) {
        const { result } = await importDownstream(downstream, { slug, paths, body: { dryRun } });
        expect(result.warnings).toContain(
          `The toolset "${names.own}" permits what is no longer a tool: ${tool("read_old")}`,
        );
        expect(result.warnings).toContain("1 toolset of another member permits what is no longer a tool");
        expect(JSON.stringify(result)).not.toContain(names.other);
      }
      const own = await succeed<Toolset>(admin.get(`/v1/toolsets/${created[0]}`));
      expect(own.connections[0]?.toolSlugs).toEqual(toolSlugs);
      const same = await importDownstream(downstream, { slug, paths });
      expect(JSON.stringify(same.result.warnings)).not.toContain("no longer a tool");
    },
  );

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

  test("counts a tool that moves with its slug as changed", proves("import.again.moved"), async () => {
    const { slug, tool } = await importDownstream(downstream, { paths: { "/ping": ping } });
    const moved = { slug, paths: { "/v2/ping": ping } };
    const planned = await importDownstream(downstream, { ...moved, body: { dryRun: true } });
    const counts = { toolCount: 1, added: 0, changed: 1, removed: 0 };
    expect(planned.result).toMatchObject({
      ...counts,
      changes: [{ toolSlug: tool("ping"), kind: "changed" }],
    });
    expect((await importDownstream(downstream, moved)).result).toMatchObject(counts);
  });

  test(
    "names the methods that connections use and the document no longer states",
    proves("import.again.left-methods"),
    async () => {
      const application = await importDownstream(downstream, { schemes: ["bearerAuth"] });
      const { slug } = application;
      const caller = await hireActor();
      await connect(caller, application, { isDefault: true });
      const schemes = ["headerKey"];
      const planned = await importDownstream(downstream, { slug, schemes, body: { dryRun: true } });
      expect(planned.result.warnings.join()).toContain('1 connection uses the method "Bearer token"');
      const { result } = await importDownstream(downstream, { slug, schemes });
      expect(result.warnings).toEqual(planned.result.warnings);
      expect(await execute(caller, application.tool("list_items"))).toMatchObject({ isSuccess: true });
      const back = await importDownstream(downstream, { slug, schemes: ["headerKey", "bearerAuth"] });
      expect(back.result.warnings).toEqual([]);
    },
  );

  test("at the same time leaves a consistent application", proves("import.again.concurrent"), async () => {
    const slug = uniqueName("acc");
    const { "/old": _, ...rest } = operations;
    const bodies = [operations, rest, operations, rest].map((paths) => ({
      slug,
      document: describeDownstream({ origin: downstream.origin, paths }),
    }));
    const results = await Promise.all(bodies.map(post));
    for (const { status, text } of results) {
      expect([200, 409], text).toContain(status);
    }
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

  test("that is refused does not change the application", proves("import.again.atomic"), async () => {
    const { slug, record } = await importDownstream(downstream);
    const before = await listTools(slug);
    expect((await post({ slug, document: { hello: "world" } })).status).toBe(400);
    expect(await succeed(admin.get(`/v1/applications/${slug}`))).toEqual(record);
    expect(await listTools(slug)).toEqual(before);
  });
});
