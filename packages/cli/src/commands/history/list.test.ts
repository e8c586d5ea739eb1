import type { ExecutionSummary } from "@bowline/sdk";
import { expect, it } from "vitest";
import { renderTable } from "../../output/table.ts";
import { historyColumns, terminalColumns } from "./list.ts";

it.each([
  [47.162266000003, 47],
  [null, null],
])("shows whole milliseconds: %s", (executionTime, shown) => {
  expect(historyColumns.ms?.({ executionTime } as ExecutionSummary)).toBe(shown);
});

it("shows on a terminal of 80 characters, in one line, which key called through which connection", () => {
  const record = {
    ...{ historyId: 1234, createdDate: "2026-11-26T17:00:00.123Z", toolSlug: "things_list_things" },
    ...{ isSuccess: true, failureKind: null, errorMessage: null, statusCode: 200, executionTime: 4711 },
    ...{ accountUserId: 1, apiKeyId: 2, connectionId: 3, toolsetId: null, source: "api" },
    names: { member: "Ada", apiKey: null, connection: "Desk", toolset: null },
  } as ExecutionSummary;
  const [heading, line, ...others] = renderTable(terminalColumns, [record], 80).split("\n");
  expect(heading).toContain("WHO");
  expect(line).toMatch(/^1234 {2}2026-11-26T17:00:00Z .* ok .* 4711 .*Desk$/);
  expect(others).toEqual([]);
  expect(terminalColumns.who?.(record)).toBe("number 2 · Ada · api");
  const toolsetId = "305f2e1a-3261-4c85-b813-29e757440bac";
  expect(terminalColumns.through?.({ ...record, toolsetId })).toBe(`Desk · ${toolsetId}`);
});
