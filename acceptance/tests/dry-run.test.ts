import { expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

test(
  "a dry run returns the masked request that would be sent, and sends nothing",
  proves("execute.dry-run.response", "execute.dry-run.not-sent", "execute.dry-run.masked"),
  async () => {
    bench.downstream.forget();
    const tool = bench.tool("create_item");
    const outcome = await execute(bench.caller, tool, { fields: { title: "planned" } }, { dryRun: true });
    expect(outcome).toMatchObject({ isSuccess: true, errorMessage: null });
    const shown = JSON.stringify(outcome.output);
    expect(shown).toContain("POST");
    expect(shown).toContain("/eu/main/items");
    expect(shown).toContain("planned");
    for (const secret of Object.values(bench.connection.secrets)) {
      expect(shown).not.toContain(secret);
    }
    expect(bench.downstream.requests).toEqual([]);
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
  const customConnectionData = [{ fieldName: "tenant", value: plantSecret("tenant") }];
  await refuse(bench.caller.post(path, { customConnectionData }, { query }), "VALIDATION_ERROR");
  await refuse(
    bench.caller.post(path, {}, { query: { ...query, connectionId: 2_000_000_000 } }),
    "NOT_FOUND",
  );
});
