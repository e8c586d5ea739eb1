import { beforeAll, describe, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import {
  connect,
  execute,
  findMethod,
  type ImportedApplication,
  importDownstream,
} from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let other: ImportedApplication;
beforeAll(async () => {
  other = await importDownstream(bench.downstream, { schemes: ["bearerAuth", "basicAuth"] });
});

function read({ connectionId }: { connectionId: number }): Promise<Connection> {
  return succeed<Connection>(bench.caller.get(`/v1/connections/${connectionId}`));
}

/** The name of the only secret field. */
function secretField(): string {
  return findMethod(bench.application.record).fields.find(({ secret }) => secret)?.fieldName ?? "";
}

describe("GET /v1/connections", () => {
  test(
    "lists the caller's own connections by id, 25 per page",
    proves("connections.list", "connections.order", "lists.default-top.connections"),
    async () => {
      const caller = await hireActor();
      const made: number[] = [];
      for (let count = 0; count < 27; count++) {
        made.push((await connect(caller, bench.application)).connectionId);
      }
      const first = await succeed<ListOf<Connection>>(caller.get("/v1/connections"));
      expect(first).toMatchObject({ totalCount: 27, offset: 0, top: 25 });
      const second = await succeed<ListOf<Connection>>(caller.get("/v1/connections", { offset: 25 }));
      const seen = [...first.items, ...second.items].map(({ connectionId }) => connectionId);
      expect(first.items).toHaveLength(25);
      expect(seen).toEqual(made.toSorted((left, right) => left - right));
    },
  );

  test("filters by application", proves("connections.filter.application"), async () => {
    const caller = await hireActor();
    await connect(caller, bench.application);
    const { connectionId } = await connect(caller, other, { type: "bearer" });
    const query = { applicationSlug: other.slug };
    const list = await succeed<ListOf<Connection>>(caller.get("/v1/connections", query));
    expect(list.items.map((item) => item.connectionId)).toEqual([connectionId]);
  });

  test("of an unknown application is 404", proves("connections.filter.unknown-application"), async () => {
    const query = { applicationSlug: "no-such-application" };
    await refuse(bench.caller.get("/v1/connections", query), "NOT_FOUND");
    const swapped = other.slug.replace(/^(.)(.)/, "$2$1");
    for (const applicationSlug of [other.slug.toUpperCase(), swapped]) {
      const { message } = await refuse(bench.caller.get("/v1/connections", { applicationSlug }), "NOT_FOUND");
      expect(message).toContain(`Did you mean "${other.slug}"?`);
    }
  });

  test("searches", proves("connections.search"), async () => {
    const caller = await hireActor();
    await connect(caller, bench.application, { name: "Plain" });
    const { connectionId } = await connect(caller, bench.application, { name: "The quokka account" });
    const list = await succeed<ListOf<Connection>>(caller.get("/v1/connections", { search: "Quokka" }));
    expect(list.items.map((item) => item.connectionId)).toEqual([connectionId]);
    expect(list.totalCount).toBe(1);
    const blank = await succeed<ListOf<Connection>>(caller.get("/v1/connections", { search: " " }));
    expect(blank.totalCount).toBe(2);
  });

  test("finds a name however its accents are written", proves("connections.search.accents"), async () => {
    const caller = await hireActor();
    const spellings = ["Zo\u00eb's account", "Zoe\u0308's account"];
    for (const name of spellings) {
      await connect(caller, bench.application, { name });
    }
    for (const search of spellings) {
      const list = await succeed<ListOf<Connection>>(caller.get("/v1/connections", { search }));
      expect(list.totalCount).toBe(2);
    }
  });
});

describe("PATCH /v1/connections/{connectionId}", () => {
  test("changes the name", proves("connections.update.name"), async () => {
    const made = await connect(bench.caller, bench.application, { name: "Before" });
    const path = `/v1/connections/${made.connectionId}`;
    const changed = await succeed<Connection>(bench.caller.patch(path, { name: "After" }));
    expect(changed).toMatchObject({ name: "After", fields: made.fields });
    expect(changed.updatedDate).toMatch(/^\d{4}-.*Z$/);
    expect(await read(made)).toEqual(changed);
  });

  test("changes fields, which the next call uses", proves("connections.update.fields"), async () => {
    const { connectionId } = await connect(bench.caller, bench.application);
    const secret = plantSecret("renewed");
    const body = { fields: { [secretField()]: secret, region: "us" } };
    const changed = await succeed<Connection>(bench.caller.patch(`/v1/connections/${connectionId}`, body));
    expect(changed.fields).toMatchObject({ region: "us" });
    await execute(bench.caller, bench.tool("list_items"), {}, { connectionId });
    const arrived = bench.downstream.requests.at(-1);
    expect(arrived?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(arrived?.base).toBe("/us/main");
  });

  test("validates its input", proves("connections.update.validation"), async () => {
    const { connectionId, secrets: _, ...record } = await connect(bench.caller, bench.application);
    const path = `/v1/connections/${connectionId}`;
    const wrong = { environment: "moon", fields: { planet: plantSecret("planet"), [secretField()]: null } };
    await refuse(bench.caller.patch(path, wrong), "VALIDATION_ERROR", [
      "environment",
      "fields.planet",
      `fields.${secretField()}`,
    ]);
    await refuse(bench.caller.patch(path, { name: "" }), "VALIDATION_ERROR", ["name"]);
    expect(await read({ connectionId })).toEqual({ connectionId, ...record });
  });

  test("keeps the secret when only another field changes", proves("connections.update.fields"), async () => {
    const { connectionId, secrets } = await connect(bench.caller, bench.application);
    await succeed(bench.caller.patch(`/v1/connections/${connectionId}`, { fields: { region: "ap" } }));
    await execute(bench.caller, bench.tool("list_items"), {}, { connectionId });
    expect(bench.downstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secrets[secretField()]}`);
  });
});

describe("DELETE /v1/connections/{connectionId}", () => {
  test(
    "deletes the connection and says so",
    proves("connections.delete", "http.delete.sentence", "http.delete.gone"),
    async () => {
      const { connectionId } = await connect(bench.caller, bench.application);
      const path = `/v1/connections/${connectionId}`;
      expect(await succeed<string>(bench.caller.delete(path))).toMatch(new RegExp(`${connectionId}.*\\.$`));
      await refuse(bench.caller.get(path), "NOT_FOUND");
      await refuse(bench.caller.delete(path), "NOT_FOUND");
      const run = `/v1/tools/${bench.tool("list_items")}/execute`;
      await refuse(bench.caller.post(run, {}, { query: { connectionId } }), "NOT_FOUND");
    },
  );

  test(
    "removes the connection from toolsets and as default",
    proves("connections.delete.toolsets", "connections.delete.default"),
    async () => {
      const caller = await hireActor();
      const deleted = await connect(caller, bench.application, { isDefault: true });
      const kept = await connect(caller, bench.application);
      const connections = [deleted, kept].map(({ connectionId, applicationSlug }) => ({
        connectionId,
        applicationSlug,
        toolSlugs: [bench.tool("list_items")],
      }));
      const { toolsetId } = await succeed<{ toolsetId: string }>(
        caller.post("/v1/toolsets", { name: "Both", connections }),
      );
      await succeed(caller.delete(`/v1/connections/${deleted.connectionId}`));
      const toolset = await succeed<{ connections: { connectionId: number }[] }>(
        caller.get(`/v1/toolsets/${toolsetId}`),
      );
      expect(toolset.connections.map(({ connectionId }) => connectionId)).toEqual([kept.connectionId]);
      await refuse(caller.post(`/v1/tools/${bench.tool("list_items")}/execute`, {}), "NO_DEFAULT_CONNECTION");
    },
  );
});

test(
  "another caller's connection is 403 for every operation",
  proves(
    "connections.get.foreign",
    "connections.update.foreign",
    "connections.delete.foreign",
    "connections.test.foreign",
    "connections.objects.foreign",
    "connections.default.foreign",
    "connections.default.clear-foreign",
    "connections.refresh.start-foreign",
    "connections.refresh.status-foreign",
    "authentication.ownership",
  ),
  async () => {
    const made = await connect(bench.caller, bench.application);
    const stranger = await hireActor();
    const path = `/v1/connections/${made.connectionId}`;
    await refuse(stranger.get(path), "FORBIDDEN");
    await refuse(stranger.patch(path, { name: "Mine" }), "FORBIDDEN");
    await refuse(stranger.delete(path), "FORBIDDEN");
    await refuse(stranger.post(`${path}/Test`), "FORBIDDEN");
    await refuse(stranger.get(`${path}/Objects`), "FORBIDDEN");
    await refuse(stranger.put(`${path}/Default`), "FORBIDDEN");
    await refuse(stranger.delete(`${path}/Default`), "FORBIDDEN");
    await refuse(stranger.post(`${path}/RefreshObjects`), "FORBIDDEN");
    await refuse(stranger.get(`${path}/RefreshStatus`), "FORBIDDEN");
    const { secrets: _, ...record } = made;
    expect(await read(made)).toEqual(record);
  },
);

test("lastUsedDate is the time of the last run", proves("connections.record.last-used"), async () => {
  const { connectionId } = await connect(bench.caller, bench.application);
  const readMs = async () => Date.parse((await read({ connectionId })).lastUsedDate ?? "");
  const began = Date.now();
  await execute(bench.caller, bench.tool("list_items"), {}, { connectionId });
  await expect.poll(readMs).toBeGreaterThanOrEqual(began);
  expect(await readMs()).toBeLessThanOrEqual(Date.now());
});

test("POST …/Test is 200", proves("connections.test"), async () => {
  const { connectionId } = await connect(bench.caller, bench.application);
  expect(await succeed(bench.caller.post(`/v1/connections/${connectionId}/Test`))).toBeTypeOf("object");
});
