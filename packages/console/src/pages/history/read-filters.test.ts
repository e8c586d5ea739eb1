import { expect, test } from "vitest";
import { readHistorySearch } from "./read-filters.ts";

const toolset = "305f2e1a-3261-4c85-b813-29e757440bac";

test("filters of an address are kept as texts", () => {
  expect(
    readHistorySearch({ search: "fail", connection: 7, toolset, success: true, kind: "timeout", from: "7d" }),
  ).toEqual({ search: "fail", connection: "7", toolset, success: "true", kind: "timeout", from: "7d" });
});

test.each([
  { connection: "abc" },
  { key: "99999999999" },
  { member: "2147483648" },
  { toolset: "brief" },
  { source: "mail" },
  // No record has it.
  { kind: "approvalRequired" },
  { success: "maybe" },
  { from: "yesterday" },
  { other: "x" },
])("a filter with a value that it cannot have is dropped: %o", (search) => {
  expect(readHistorySearch(search)).toEqual({});
});
