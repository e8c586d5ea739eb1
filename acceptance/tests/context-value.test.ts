import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, execute, type ImportedApplication } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import {
  importPagedDownstream,
  type PagedDownstream,
  startPagedDownstream,
} from "../support/paged-downstream.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";

let downstream: PagedDownstream;
let application: ImportedApplication;
let caller: Actor;
/** A refreshed connection; the caller's default. */
let known: number;
/** A connection that was never refreshed. */
let unknown: number;

const schema = { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] };

beforeAll(async () => {
  downstream = await startPagedDownstream();
  downstream.repositories = [
    { full_name: "octo/cat", title: "The cat", schema },
    { full_name: "octo/dog", title: "The dog", schema: { $ref: "#/$defs/elsewhere" } },
  ];
  application = await importPagedDownstream(downstream);
  caller = await hireActor();
  known = (await connect(caller, application, { isDefault: true })).connectionId;
  unknown = (await connect(caller, application)).connectionId;
  await refresh(caller, known);
});

afterAll(() => downstream?.stop());

const run = (body: JsonObject) => caller.post(`/v1/tools/${application.tool("list_issues")}/execute`, body);

describe("contextValue", () => {
  test(
    "fills inputs from the object's name",
    proves("execute.context-value", "connections.objects.context"),
    async () => {
      const outcome = await execute(caller, application.tool("list_issues"), { contextValue: "octo/cat" });
      expect(outcome).toMatchObject({
        isSuccess: true,
        output: { arrived: "/repositories/octo/cat/issues" },
      });
    },
  );

  test("that names no object is 400", proves("execute.context-unknown"), async () => {
    const envelope = await refuse(run({ contextValue: "octo/eel" }), "VALIDATION_ERROR", ["contextValue"]);
    expect(JSON.stringify(envelope.details)).toContain("octo/eel");
  });

  test("is not checked before the first refresh", proves("execute.context-unrefreshed"), async () => {
    const query = { connectionId: unknown };
    const body = { contextValue: "octo/eel" };
    expect((await execute(caller, application.tool("list_issues"), body, query)).isSuccess).toBe(true);
  });

  test("together with an input that it fills is 400", proves("execute.context-twice"), async () => {
    const fields = { repository: "cat" };
    await refuse(run({ contextValue: "octo/cat", fields }), "VALIDATION_ERROR", ["contextValue"]);
    await refuse(run({ contextValue: "octo/cat", subItems: fields }), "VALIDATION_ERROR", ["contextValue"]);
  });

  test.each(["cat", "octo/", "a/b/c", ""])(
    "that cannot be a name of the kind is 400: %j",
    proves("execute.context-form"),
    async (contextValue) => {
      const path = `/v1/tools/${application.tool("list_issues")}/execute?connectionId=${unknown}`;
      await refuse(caller.post(path, { contextValue }), "VALIDATION_ERROR", ["contextValue"]);
    },
  );

  test("of another form cannot change the path", proves("execute.context-form"), async () => {
    const path = `/v1/tools/${application.tool("list_issues")}/execute?connectionId=${unknown}`;
    downstream.asked.length = 0;
    await refuse(caller.post(path, { contextValue: "../.." }), "VALIDATION_ERROR", ["fields.owner"]);
    expect(downstream.asked).toEqual([]);
  });
});

describe("GET /v1/tools/{toolSlug}/schema", () => {
  const read = (operation: string, query: JsonObject) =>
    succeed<{ inputSchema: JsonObject; outputSchema: JsonObject }>(
      caller.get(`/v1/tools/${application.tool(operation)}/schema`, query as Record<string, string>),
    );

  test("has the object's own fields", proves("tools.schema.object"), async () => {
    const query = { connectionId: known, contextValue: "octo/cat" };
    const { inputSchema } = await read("create_issue", query);
    expect(inputSchema).toMatchObject({ properties: { values: schema } });
    expect(Object.keys(inputSchema.properties as object)).toEqual(["values"]);
    expect(inputSchema.required ?? []).toEqual([]);
    const { outputSchema } = await read("list_issues", query);
    expect(outputSchema).toMatchObject({
      items: { properties: { id: { type: "integer" }, mood: { type: "string" } }, required: ["mood"] },
    });
  });

  test("ignores an object's schema that contains references", proves("tools.schema.object"), async () => {
    const { inputSchema } = await read("create_issue", { connectionId: known, contextValue: "octo/dog" });
    expect(inputSchema.properties).toEqual({ values: { type: "object" } });
  });

  test("of an unknown object is 404", proves("tools.schema.object-unknown"), async () => {
    const path = `/v1/tools/${application.tool("create_issue")}/schema`;
    await refuse(caller.get(path, { connectionId: known, contextValue: "octo/eel" }), "NOT_FOUND");
    await succeed(caller.get(path, { connectionId: unknown, contextValue: "octo/eel" }));
  });

  test("without a contextValue is the tool's own schema", proves("tools.schema"), async () => {
    const { inputSchema } = await read("create_issue", {});
    expect(inputSchema.required).toEqual(["owner", "repository"]);
  });
});
