import type { ExecutionSummary } from "@bowline/sdk";
import { expect, it } from "vitest";
import { historyColumns } from "./list.ts";

it.each([
  [47.162266000003, 47],
  [null, null],
])("shows whole milliseconds: %s", (executionTime, shown) => {
  expect(historyColumns.ms?.({ executionTime } as ExecutionSummary)).toBe(shown);
});
