import type { ToolPaging } from "@bowline/catalog";
import { expect, test } from "vitest";
import { makeExactNumber } from "../../exact-number.ts";
import type { BuiltHttpRequest } from "../build-request.ts";
import { keyOfFirst } from "./find-next-page.ts";

const first = { url: "https://shop.test/items" } as BuiltHttpRequest;
const by = (kind: "cursor" | "offset" | "pageNumber"): ToolPaging =>
  kind === "cursor" ? { kind, parameter: "from", cursorPath: "/next" } : { kind, parameter: "from" };

test.each([
  ["cursor", undefined, ""],
  ["cursor", "abc", "abc"],
  ["cursor", makeExactNumber("12345678901234567890"), "12345678901234567890"],
  ["offset", undefined, "0"],
  ["offset", 20, "20"],
  ["pageNumber", undefined, "1"],
  ["pageNumber", makeExactNumber("9007199254740993"), "9007199254740993"],
] as const)("the first page by %s from %j has the key %j", (kind, from, key) => {
  expect(keyOfFirst(by(kind), first, { from })).toBe(key);
});
