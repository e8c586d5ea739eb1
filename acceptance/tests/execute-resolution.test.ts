import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, importDownstream, type MadeConnection } from "../support/applications.ts";
import { type ApiResponse, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const absentGuid = "00000000-0000-4000-8000-000000000000";

function run(
  caller: Actor,
  query: Record<string, string | number> = {},
  tool = "get_item",
): Promise<ApiResponse> {
  return caller.post(`/v1/tools/${bench.tool(tool)}/execute`, { fields: { itemId: 7 } }, { query });
}

/** The token of the last call that arrived downstream. */
function readLastToken(): string | undefined {
  return bench.downstream.requests.at(-1)?.headers.authorization;
}

function makeToolset(caller: Actor, entries: [MadeConnection, string[]][]): Promise<Toolset> {
  const connections = entries.map(([{ connectionId, applicationSlug }, operations]) => ({
    connectionId,
    applicationSlug,
    toolSlugs: operations.map(bench.tool),
  }));
  return succeed<Toolset>(caller.post("/v1/toolsets", { name: "Scope", connections, workflows: [] }));
}

function expectResolved(response: ApiResponse, connection: MadeConnection, by: string): void {
  expect(response.status, response.text).toBe(200);
  expect(response.headers["x-bowline-connection-id"]).toBe(String(connection.connectionId));
  expect(response.headers["x-bowline-resolved-by"]).toBe(by);
  expect(readLastToken()).toBe(`Bearer ${Object.values(connection.secrets)[0]}`);
}

describe("with a default connection and others", () => {
  let caller: Actor;
  let usual: MadeConnection;
  let other: MadeConnection;
  let third: MadeConnection;

  beforeAll(async () => {
    caller = await hireActor();
    usual = await connect(caller, bench.application, { isDefault: true });
    other = await connect(caller, bench.application);
    third = await connect(caller, bench.application);
  });

  test(
    "an explicit connectionId wins over toolset and default",
    proves("execute.resolution.explicit", "execute.resolution.header-id", "execute.resolution.header-by"),
    async () => {
      const { toolsetId } = await makeToolset(caller, [[other, ["get_item"]]]);
      const response = await run(caller, { connectionId: third.connectionId, toolsetId });
      expectResolved(response, third, "explicit");
    },
  );

  test("the toolset's connection wins over the default", proves("execute.resolution.toolset"), async () => {
    const { toolsetId } = await makeToolset(caller, [[other, ["get_item"]]]);
    expectResolved(await run(caller, { toolsetId }), other, "toolset");
  });

  test("the default is used without either", proves("execute.resolution.default"), async () => {
    expectResolved(await run(caller), usual, "default");
  });

  test(
    "empty query parameters count as left out",
    proves("execute.query.empty", "http.query.unknown-value"),
    async () => {
      const response = await run(caller, { connectionId: "", toolsetId: "", somethingElse: "x" });
      expectResolved(response, usual, "default");
    },
  );

  test(
    "when the toolset's connections do not permit the tool, it is 403 and the default is not used",
    proves(
      "execute.resolution.not-permitted",
      "execute.resolution.not-permitted-no-default",
      "toolsets.empty-permits-nothing",
    ),
    async () => {
      const empty = await makeToolset(caller, [[usual, []]]);
      const otherTool = await makeToolset(caller, [[usual, ["list_items"]]]);
      const before = bench.downstream.requests.length;
      await refuse(run(caller, { toolsetId: empty.toolsetId }), "TOOL_NOT_PERMITTED");
      await refuse(run(caller, { toolsetId: otherTool.toolsetId }), "TOOL_NOT_PERMITTED");
      expect(bench.downstream.requests.length).toBe(before);
    },
  );

  test(
    "when several connections permit the tool, the default among them is used",
    proves("execute.resolution.several-default"),
    async () => {
      const { toolsetId } = await makeToolset(caller, [
        [other, ["get_item"]],
        [usual, ["get_item"]],
      ]);
      expectResolved(await run(caller, { toolsetId }), usual, "toolset");
    },
  );

  test(
    "when several connections permit the tool and none is the default, it is 409 that names them",
    proves("execute.resolution.ambiguous", "errors.status.409"),
    async () => {
      const { toolsetId } = await makeToolset(caller, [
        [other, ["get_item"]],
        [third, ["get_item", "list_items"]],
      ]);
      const { message } = await refuse(run(caller, { toolsetId }), "AMBIGUOUS_CONNECTION");
      expect(message).toContain(String(other.connectionId));
      expect(message).toContain(String(third.connectionId));
    },
  );

  test(
    "when only one of several connections permits the tool, it is used",
    proves("execute.resolution.toolset"),
    async () => {
      const { toolsetId } = await makeToolset(caller, [
        [other, ["list_items"]],
        [third, ["get_item"]],
      ]);
      expectResolved(await run(caller, { toolsetId }), third, "toolset");
    },
  );

  test(
    "with a toolset without a connection of the application, the default is used",
    proves("execute.resolution.toolset-without-application"),
    async () => {
      const { toolsetId } = await makeToolset(caller, []);
      expectResolved(await run(caller, { toolsetId }), usual, "default");
    },
  );
});

test(
  "no connection at all is 409 NO_DEFAULT_CONNECTION",
  proves("execute.resolution.none", "errors.code.no-default"),
  async () => {
    const caller = await hireActor();
    await refuse(run(caller), "NO_DEFAULT_CONNECTION");
  },
);

test(
  "a connection that is not the default is not used, even when it is the only one",
  proves("execute.resolution.not-the-only-one", "connections.default.not-silent"),
  async () => {
    const caller = await hireActor();
    await connect(caller, bench.application);
    await refuse(run(caller), "NO_DEFAULT_CONNECTION");
  },
);

test("another caller's default is never used", proves("execute.resolution.not-another-default"), async () => {
  const [owner, stranger] = [await hireActor(), await hireActor()];
  await connect(owner, bench.application, { isDefault: true });
  await refuse(run(stranger), "NO_DEFAULT_CONNECTION");
});

test(
  "a tool of an application without credentials runs without a connection",
  proves("execute.resolution.no-credentials", "execute.resolution.header-by"),
  async () => {
    const open = await importDownstream(bench.downstream, { schemes: [] });
    const caller = await hireActor();
    const response = await caller.post(`/v1/tools/${open.tool("read_public")}/execute`, {});
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({ isSuccess: true });
    expect(response.headers["x-bowline-resolved-by"]).toBe("none");
    expect(response.headers["x-bowline-connection-id"]).toBeUndefined();
  },
);

test(
  "a connection with the method none is used when named",
  proves("execute.resolution.explicit-none"),
  async () => {
    const open = await importDownstream(bench.downstream, { schemes: [] });
    const caller = await hireActor();
    const { connectionId } = await connect(caller, open, { type: "none", fields: { region: "us" } });
    const query = { connectionId };
    const response = await caller.post(`/v1/tools/${open.tool("read_public")}/execute`, {}, { query });
    expect(response.status, response.text).toBe(200);
    expect(response.headers["x-bowline-resolved-by"]).toBe("explicit");
    expect(bench.downstream.requests.at(-1)?.base).toBe("/us/main");
  },
);

describe("the query", () => {
  test(
    "a connection that does not exist is 404",
    proves("execute.query.connection-missing", "http.references.query"),
    async () => {
      await refuse(run(bench.caller, { connectionId: 2_000_000_000 }), "NOT_FOUND");
    },
  );

  test("connection ids below 1 are 404", proves("http.ids.below-one"), async () => {
    await refuse(run(bench.caller, { connectionId: 0 }), "NOT_FOUND");
    await refuse(run(bench.caller, { connectionId: -3 }), "NOT_FOUND");
  });

  test(
    "a connection id that is not an int32 is a VALIDATION_ERROR",
    proves("http.ids.not-an-integer", "http.ids.past-int32", "errors.details.query"),
    async () => {
      for (const connectionId of ["abc", "1.5", "1e3", "2147483648", "99999999999999999999", "-2147483649"]) {
        await refuse(run(bench.caller, { connectionId }), "VALIDATION_ERROR", ["connectionId"]);
      }
      const { details } = await refuse(run(bench.caller, { connectionId: "1.5" }), "VALIDATION_ERROR");
      expect(details?.[0]?.issue).toBe("Must be a whole number.");
    },
  );

  test(
    "another caller's connection is 403",
    proves("execute.query.connection-foreign", "http.references.foreign-query"),
    async () => {
      const stranger = await hireActor();
      const { connectionId } = bench.connection;
      const before = bench.downstream.requests.length;
      await refuse(run(stranger, { connectionId }), "FORBIDDEN");
      expect(bench.downstream.requests.length).toBe(before);
    },
  );

  test(
    "a toolset that does not exist is 404; one that is not a GUID is a VALIDATION_ERROR",
    proves("execute.query.toolset-missing", "http.guids.malformed"),
    async () => {
      await refuse(run(bench.caller, { toolsetId: absentGuid }), "NOT_FOUND");
      await refuse(run(bench.caller, { toolsetId: "12" }), "VALIDATION_ERROR", ["toolsetId"]);
    },
  );

  test("another caller's toolset is 403", proves("execute.query.toolset-foreign"), async () => {
    const stranger = await hireActor();
    const { toolsetId } = await makeToolset(bench.caller, [[bench.connection, ["get_item"]]]);
    await refuse(run(stranger, { toolsetId }), "FORBIDDEN");
  });

  test("a toolset's GUID may be in any case", proves("http.guids.any-case"), async () => {
    const { toolsetId } = await makeToolset(bench.caller, [[bench.connection, ["get_item"]]]);
    const response = await run(bench.caller, { toolsetId: toolsetId.toUpperCase() });
    expectResolved(response, bench.connection, "toolset");
  });

  test(
    "an explicit connection of another application is 400",
    proves("execute.resolution.explicit-other-application"),
    async () => {
      const otherApplication = await importDownstream(bench.downstream);
      const { connectionId } = await connect(bench.caller, otherApplication);
      await refuse(run(bench.caller, { connectionId }), "VALIDATION_ERROR", ["connectionId"]);
    },
  );
});
