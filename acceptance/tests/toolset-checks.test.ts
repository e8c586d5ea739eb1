import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import {
  connect,
  type ImportedApplication,
  importDownstream,
  type MadeConnection,
} from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let other: ImportedApplication;
let second: MadeConnection;

beforeAll(async () => {
  other = await importDownstream(bench.downstream);
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

describe("the checks of a toolset", () => {
  const wrongToolsets: [claim: string, id: string, make: () => Promise<object> | object, fields: string[]][] =
    [
      ["a missing name", "toolsets.check.name", () => ({ name: undefined }), ["name"]],
      ["an empty name", "toolsets.check.name", () => ({ name: "" }), ["name"]],
      ["a name of 201 characters", "toolsets.check.name", () => ({ name: "x".repeat(201) }), ["name"]],
      [
        "a connection that does not exist",
        "toolsets.check.connection-exists",
        () => ({ connections: [entry(), { ...entry(), connectionId: 2_000_000_000 }] }),
        ["connections[1].connectionId"],
      ],
      [
        "the application of another connection",
        "toolsets.check.application",
        () => ({ connections: [{ ...entry(), applicationSlug: other.slug, toolSlugs: [] }] }),
        ["connections[0].applicationSlug"],
      ],
      [
        "a tool of another application",
        "toolsets.check.tool",
        () => ({
          connections: [{ ...entry(), toolSlugs: [bench.tool("get_item"), other.tool("get_item")] }],
        }),
        ["connections[0].toolSlugs[1]"],
      ],
      [
        "a tool that does not exist",
        "toolsets.check.tool",
        () => ({ connections: [{ ...entry(), toolSlugs: ["no_such_tool"] }] }),
        ["connections[0].toolSlugs[0]"],
      ],
      [
        "the same connection twice",
        "toolsets.check.twice",
        () => ({ connections: [entry(), entry()] }),
        ["connections[1].connectionId"],
      ],
      [
        "a workflow that is no GUID",
        "toolsets.check.workflows",
        () => ({ workflows: [randomUUID(), "x"] }),
        ["workflows[1]"],
      ],
    ];

  for (const [claim, id, make, fields] of wrongToolsets) {
    test(`${claim} is refused on create and on update`, proves(id, "toolsets.check.on-update"), async () => {
      const wrong = await make();
      await refuse(bench.caller.post("/v1/toolsets", { name: "x", ...wrong }), "VALIDATION_ERROR", fields);
      if ("name" in wrong && wrong.name === undefined) {
        return;
      }
      const made = await create();
      await refuse(bench.caller.patch(`/v1/toolsets/${made.toolsetId}`, wrong), "VALIDATION_ERROR", fields);
      expect(await read(made)).toEqual(made);
    });
  }

  test(
    "a misspelled tool is told with the one that was meant",
    proves("toolsets.check.nearest"),
    async () => {
      const meant = bench.tool("get_item");
      const wrong = meant.replace("_item", "_itme");
      const connections = [{ ...entry(), toolSlugs: [wrong] }];
      const settings = { approvals: [wrong], tools: { [wrong]: {} } };
      for (const body of [{ connections }, { settings }]) {
        const { details } = await refuse(
          bench.caller.post("/v1/toolsets", { name: "x", ...body }),
          "VALIDATION_ERROR",
        );
        for (const { issue } of details ?? []) {
          expect(issue).toContain(`Did you mean "${meant}"?`);
        }
      }
      const unlike = [{ ...entry(), toolSlugs: ["no_such_tool"] }];
      const { message } = await refuse(
        bench.caller.post("/v1/toolsets", { name: "x", connections: unlike }),
        "VALIDATION_ERROR",
      );
      expect(message).toContain("Look for it with GET /v1/tools?search=");
    },
  );

  test(
    "a tool or a workflow that is named twice is kept once",
    proves("toolsets.check.repeated"),
    async () => {
      const workflow = randomUUID();
      const wanted = {
        connections: [{ ...entry(), toolSlugs: [bench.tool("get_item"), bench.tool("get_item")] }],
        workflows: [workflow, workflow.toUpperCase()],
      };
      const once = {
        connections: [{ ...entry(), toolSlugs: [bench.tool("get_item")] }],
        workflows: [workflow],
      };
      expect(await create(wanted)).toMatchObject(once);
      const { toolsetId } = await create({});
      expect(await succeed(bench.caller.patch(`/v1/toolsets/${toolsetId}`, wanted))).toMatchObject(once);
    },
  );

  test("a name of 200 characters is accepted", proves("toolsets.check.name"), async () => {
    expect((await create({ name: "x".repeat(200) })).name).toHaveLength(200);
  });

  test(
    "another caller's connection is 403 on create and on update",
    proves("toolsets.check.connection-foreign", "http.references.foreign-body"),
    async () => {
      const stranger = await hireActor();
      await refuse(stranger.post("/v1/toolsets", { name: "x", connections: [entry()] }), "FORBIDDEN");
      const { toolsetId } = await succeed<Toolset>(stranger.post("/v1/toolsets", { name: "x" }));
      const path = `/v1/toolsets/${toolsetId}`;
      await refuse(stranger.patch(path, { connections: [entry()] }), "FORBIDDEN");
    },
  );

  test("all problems are reported together", proves("toolsets.check.all-at-once"), async () => {
    const connections = [
      { ...entry(), connectionId: 2_000_000_000 },
      { ...entry(["list_items"], second), toolSlugs: ["no_such_tool"] },
    ];
    await refuse(bench.caller.post("/v1/toolsets", { name: "x", connections }), "VALIDATION_ERROR", [
      "connections[0].connectionId",
      "connections[1].toolSlugs[0]",
    ]);
  });
});
