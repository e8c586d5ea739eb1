import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { connect, type MadeConnection } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let second: MadeConnection;

beforeAll(async () => {
  second = await connect(bench.caller, bench.application);
});

function entry(operations: string[] = ["list_items"], { connectionId, applicationSlug } = bench.connection) {
  return { connectionId, applicationSlug, toolSlugs: operations.map(bench.tool) };
}

function create(body: Record<string, unknown> = {}): Promise<Toolset> {
  return succeed<Toolset>(
    bench.caller.post("/v1/toolsets", { name: "Set", connections: [entry()], ...body }),
  );
}

function read({ toolsetId }: Toolset): Promise<Toolset> {
  return succeed<Toolset>(bench.caller.get(`/v1/toolsets/${toolsetId}`));
}

function update({ toolsetId }: Toolset, body: Record<string, unknown>): Promise<Toolset> {
  return succeed<Toolset>(bench.caller.patch(`/v1/toolsets/${toolsetId}`, body));
}

describe("POST /v1/toolsets", () => {
  test(
    "creates a toolset and returns the contract's record",
    proves(
      "toolsets.create",
      "toolsets.record",
      "toolsets.record.connection",
      "toolsets.record.id",
      "toolsets.record.created",
      "toolsets.record.never-updated",
      "http.guids.lower-case",
      "http.json.timestamps",
    ),
    async () => {
      const workflow = randomUUID();
      const made = await create({ name: "Made", workflows: [workflow.toUpperCase()] });
      expect(Object.keys(made).toSorted()).toEqual([
        "connections",
        "createdByAccountUserId",
        "createdDate",
        "name",
        "settings",
        "toolsetId",
        "updatedByAccountUserId",
        "updatedDate",
        "workflows",
      ]);
      expect(made.toolsetId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(made).toMatchObject({ name: "Made", workflows: [workflow], updatedDate: null });
      expect(made.connections).toEqual([{ ...entry(), applicationName: bench.application.record.name }]);
      expect(made.createdByAccountUserId).toBe(bench.caller.accountUserId);
      expect([null, 0]).toContain(made.updatedByAccountUserId);
      expect(made.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/);
    },
  );
});

describe("GET /v1/toolsets", () => {
  test(
    "returns a toolset for its id in any case",
    proves("toolsets.get", "http.guids.any-case"),
    async () => {
      const made = await create();
      expect(await read(made)).toEqual(made);
      expect(await read({ ...made, toolsetId: made.toolsetId.toUpperCase() })).toEqual(made);
    },
  );

  test("lists the caller's own toolsets", proves("toolsets.list", "lists.envelope"), async () => {
    const caller = await hireActor();
    const { toolsetId } = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "Mine" }));
    const list = await succeed<ListOf<Toolset>>(caller.get("/v1/toolsets"));
    expect(list).toMatchObject({ totalCount: 1, offset: 0, top: 100 });
    expect(list.items.map((item) => item.toolsetId)).toEqual([toolsetId]);
  });

  test(
    "of another caller's toolset is 403 and of a missing one 404",
    proves("toolsets.get.foreign", "toolsets.missing"),
    async () => {
      const stranger = await hireActor();
      const { toolsetId } = await create();
      await refuse(stranger.get(`/v1/toolsets/${toolsetId}`), "FORBIDDEN");
      await refuse(stranger.get(`/v1/toolsets/${randomUUID()}`), "NOT_FOUND");
    },
  );
});

describe("PATCH /v1/toolsets/{toolsetId}", () => {
  test(
    "changes only the members sent",
    proves(
      "toolsets.update",
      "toolsets.update.left-out",
      "toolsets.update.null",
      "toolsets.record.updated",
      "toolsets.lists-replace",
    ),
    async () => {
      const workflows = [randomUUID()];
      const made = await create({ name: "Before", workflows });
      const renamed = await update(made, { name: "After", connections: null });
      expect(renamed).toMatchObject({ name: "After", connections: made.connections, workflows });
      expect(Date.parse(renamed.updatedDate ?? "")).toBeGreaterThanOrEqual(Date.parse(made.createdDate));
      expect(renamed.updatedByAccountUserId).toBe(bench.caller.accountUserId);
      const replaced = await update(made, {
        name: null,
        connections: [entry(["get_item"], second)],
        workflows: [],
      });
      expect(replaced).toMatchObject({ name: "After", workflows: [] });
      expect(replaced.connections.map(({ connectionId }) => connectionId)).toEqual([second.connectionId]);
      expect(await read(made)).toEqual(replaced);
    },
  );

  test(
    "takes the record that was read, with or without a change",
    proves("toolsets.update.round-trip", "toolsets.update.entry-members"),
    async () => {
      const made = await create({ settings: { approvals: "writes" } });
      const same = await update(made, { ...(await read(made)) });
      expect({ ...same, updatedDate: null, updatedByAccountUserId: made.updatedByAccountUserId }).toEqual(
        made,
      );
      expect((await update(same, { ...same, name: "Changed" })).name).toBe("Changed");
      const [one] = made.connections;
      for (const wrong of [{ applicationName: "Another" }, { color: "red" }]) {
        const connections = [{ ...one, ...wrong }];
        const field = `connections[0].${Object.keys(wrong)[0]}`;
        const sent = bench.caller.patch(`/v1/toolsets/${made.toolsetId}`, { connections });
        await refuse(sent, "VALIDATION_ERROR", [field]);
      }
    },
  );

  test("with no members changes nothing", proves("toolsets.update.empty"), async () => {
    const made = await create();
    expect(await update(made, {})).toEqual(made);
    expect(await update(made, { name: null, connections: null, workflows: null })).toEqual(made);
    const renamed = await update(made, { name: "Renamed" });
    expect(await update(made, {})).toEqual(renamed);
  });

  test(
    "with If-Match changes only what nobody has changed meanwhile",
    proves("toolsets.tag", "toolsets.if-match", "toolsets.if-match.malformed"),
    async () => {
      const made = await create();
      const path = `/v1/toolsets/${made.toolsetId}`;
      const save = (name: string, tag: string) =>
        bench.caller.patch(path, { name }, { headers: { "if-match": tag } });
      const first = (await bench.caller.get(path)).headers.etag ?? "";
      expect(first).toBe(`"${made.createdDate}"`);
      const saved = await save("Mine", `"another", ${first}`);
      expect(saved).toMatchObject({ status: 200, body: { name: "Mine" } });
      const second = `"${(saved.body as Toolset).updatedDate}"`;
      expect([saved.headers.etag, (await bench.caller.get(path)).headers.etag]).toEqual([second, second]);

      await refuse(save("Theirs", first), "CONFLICT");
      await refuse(save("Theirs", `W/${second}`), "CONFLICT");
      await refuse(bench.caller.patch(path, {}, { headers: { "if-match": first } }), "CONFLICT");
      await refuse(save("Theirs", "yesterday"), "VALIDATION_ERROR", ["if-match"]);
      expect(await read(made)).toEqual(saved.body);
      expect((await save("Any", "*")).status).toBe(200);
      expect((await save("Old", second)).status).toBe(409);

      const { connectionId } = await connect(bench.caller, bench.application);
      const toolSlugs = [bench.tool("get_item")];
      const entries = [{ connectionId, applicationSlug: bench.application.slug, toolSlugs }];
      const before = await update(made, { connections: entries });
      await succeed(bench.caller.delete(`/v1/connections/${connectionId}`));
      await refuse(save("After", `"${before.updatedDate}"`), "CONFLICT");
    },
  );

  test("with the same tag at the same time changes it once", proves("toolsets.if-match.race"), async () => {
    const made = await create();
    const path = `/v1/toolsets/${made.toolsetId}`;
    const headers = { "if-match": `"${made.createdDate}"` };
    const names = ["A", "B", "C", "D"];
    const sent = await Promise.all(names.map((name) => bench.caller.patch(path, { name }, { headers })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = sent.find(({ status }) => status === 200)?.body as Toolset;
    expect(await read(made)).toEqual(winner);
  });

  test(
    "of the same member at the same time leaves the value of one of them",
    proves("toolsets.update.concurrent"),
    async () => {
      const made = await create();
      const bodies = Array.from({ length: 10 }, (_, index) => ({
        name: `Name ${index}`,
        connections: [entry([index % 2 ? "list_items" : "get_item"], index % 2 ? second : bench.connection)],
        workflows: [randomUUID(), randomUUID()],
      }));
      await Promise.all(bodies.map((body) => update(made, body)));
      const last = await read(made);
      expect(bodies.map(({ name }) => name)).toContain(last.name);
      expect(bodies.map(({ workflows }) => workflows.join())).toContain(last.workflows.join());
      const [kept] = last.connections.map(({ connectionId, toolSlugs }) => `${connectionId} ${toolSlugs}`);
      const sent = bodies.flatMap(({ connections }) => connections);
      expect(sent.map(({ connectionId, toolSlugs }) => `${connectionId} ${toolSlugs}`)).toContain(kept);
    },
  );

  test("of different members at the same time keeps both", proves("toolsets.update.concurrent"), async () => {
    const made = await create();
    const workflows = [randomUUID()];
    await Promise.all([update(made, { name: "Both" }), update(made, { workflows })]);
    expect(await read(made)).toMatchObject({ name: "Both", workflows });
  });

  test("of another caller's toolset is 403", proves("toolsets.update.foreign"), async () => {
    const made = await create();
    const stranger = await hireActor();
    await refuse(stranger.patch(`/v1/toolsets/${made.toolsetId}`, { name: "Mine" }), "FORBIDDEN");
    expect(await read(made)).toEqual(made);
  });
});

describe("DELETE /v1/toolsets/{toolsetId}", () => {
  test(
    "deletes the toolset and says so",
    proves("toolsets.delete", "http.delete.sentence", "http.delete.gone"),
    async () => {
      const { toolsetId } = await create();
      const sentence = await succeed<string>(bench.caller.delete(`/v1/toolsets/${toolsetId}`));
      expect(sentence).toMatch(/ .*\.$/);
      await refuse(bench.caller.get(`/v1/toolsets/${toolsetId}`), "NOT_FOUND");
      await refuse(bench.caller.delete(`/v1/toolsets/${toolsetId}`), "NOT_FOUND");
    },
  );

  test(
    "with If-Match deletes only what nobody has changed meanwhile",
    proves("toolsets.if-match.delete", "toolsets.if-match.malformed"),
    async () => {
      const made = await create();
      const path = `/v1/toolsets/${made.toolsetId}`;
      const remove = (tag: string) => bench.caller.send("DELETE", path, { headers: { "if-match": tag } });
      const saved = await update(made, { name: "Changed" });
      await refuse(remove(`"${made.createdDate}"`), "CONFLICT");
      await refuse(remove("yesterday"), "VALIDATION_ERROR", ["if-match"]);
      expect(await read(made)).toEqual(saved);
      const tag = `"${saved.updatedDate}"`;
      const both = await Promise.all([remove(tag), remove(tag)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    },
  );

  test(
    "of another caller's toolset is 403 and does not delete it",
    proves("toolsets.delete.foreign"),
    async () => {
      const made = await create();
      const stranger = await hireActor();
      await refuse(stranger.delete(`/v1/toolsets/${made.toolsetId}`), "FORBIDDEN");
      expect(await read(made)).toEqual(made);
    },
  );
});
