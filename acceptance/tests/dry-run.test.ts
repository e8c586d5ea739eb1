import { expect, test } from "vitest";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type ApiResponse, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Execution, ListOf, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

/** The output of a dry run. */
interface PlannedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

test(
  "a dry run returns the masked request that would be sent, and sends nothing",
  proves("execute.dry-run.response", "execute.dry-run.not-sent", "execute.dry-run.masked"),
  async () => {
    bench.downstream.forget();
    const tool = bench.tool("create_item");
    const body = { fields: { title: "planned" } };
    const outcome = await execute(bench.caller, tool, body, { dryRun: true });
    expect(outcome).toMatchObject({ isSuccess: true, errorMessage: null });
    const planned = outcome.output as PlannedRequest;
    expect(bench.downstream.requests).toEqual([]);

    await execute(bench.caller, tool, body);
    const [sent] = bench.downstream.requests;
    const [secret = ""] = Object.values(bench.connection.secrets);
    expect(planned.method).toBe(sent?.method);
    expect(planned.url).toBe(`${bench.downstream.origin}${sent?.base}${sent?.path}`);
    expect(planned.body).toEqual(JSON.parse(sent?.body.toString() ?? ""));
    expect(planned.headers).toMatchObject({
      authorization: "Bearer ***",
      "content-type": "application/json",
    });
    for (const [name, value] of Object.entries(planned.headers)) {
      expect(value, name).toBe(String(sent?.headers[name]).replaceAll(secret, "***"));
    }
  },
);

test("a dry run creates no history record", proves("execute.dry-run.no-history"), async () => {
  const tool = bench.tool("read_old");
  const outcome = await execute(bench.caller, tool, {}, { dryRun: true });
  expect(outcome.historyId).toBeNull();
  const list = await succeed<ListOf<Execution>>(bench.caller.get("/v1/executions", { toolSlug: tool }));
  expect(list.totalCount).toBe(0);
});

test("a dry run runs every check", proves("execute.dry-run.checks"), async () => {
  const path = `/v1/tools/${bench.tool("create_item")}/execute`;
  const query = { dryRun: true };
  await refuse(bench.caller.post(path, { fields: {} }, { query }), "VALIDATION_ERROR", ["fields.title"]);
  const fields = { title: "x" };
  const customConnectionData = [{ fieldName: "tenant", value: plantSecret("tenant") }];
  for (const [wrong, field] of [
    [{ customConnectionData }, "customConnectionData[0].fieldName"],
    [{ subItems: fields }, "subItems.title"],
    [{ contextValue: "x" }, "contextValue"],
    [{ top: 1 }, "top"],
  ] as const) {
    await refuse(bench.caller.post(path, { fields, ...wrong }, { query }), "VALIDATION_ERROR", [field]);
  }
  const { toolsetId } = await succeed<Toolset>(
    bench.caller.post("/v1/toolsets", {
      name: "Other tools",
      connections: [
        {
          connectionId: bench.connection.connectionId,
          applicationSlug: bench.application.slug,
          toolSlugs: [bench.tool("get_item")],
        },
      ],
    }),
  );
  const scoped = { query: { ...query, toolsetId } };
  await refuse(bench.caller.post(path, { fields }, scoped), "TOOL_NOT_PERMITTED");
  await refuse(
    bench.caller.post(path, {}, { query: { ...query, connectionId: 2_000_000_000 } }),
    "NOT_FOUND",
  );
});

test("a dry run to a private address fails as the call does", proves("execute.dry-run.private"), async () => {
  const application = await importDownstream({ origin: "http://10.255.255.1" });
  const { connectionId } = await connect(bench.caller, application);
  const run = (query: Record<string, boolean>): Promise<ApiResponse> =>
    bench.caller.post(
      `/v1/tools/${application.tool("read_old")}/execute`,
      {},
      { query: { connectionId, ...query } },
    );
  const [call, dryRun] = await Promise.all([run({}), run({ dryRun: true })]);
  const { errorMessage } = call.body as ExecuteResponse;
  expect(errorMessage).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
  expect(dryRun.body).toMatchObject({ isSuccess: false, errorMessage, output: null, historyId: null });
  for (const { headers } of [call, dryRun]) {
    expect(headers["x-bowline-failure-kind"]).toBe("downstreamUnavailable");
  }
});
