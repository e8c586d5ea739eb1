import { expect, test } from "vitest";
import { holdBack, isHeldBack } from "./approval-rule.ts";

const makeTool = (slug: string, readOnlyHint: boolean, destructiveHint: boolean) => ({
  slug,
  annotations: { title: slug, readOnlyHint, destructiveHint, idempotentHint: false, openWorldHint: true },
});
const read = makeTool("read", true, true);
const write = makeTool("write", false, false);
const remove = makeTool("remove", false, true);
const all = [read, write, remove];

test.each([
  ["none", []],
  ["destructive", ["remove"]],
  ["writes", ["write", "remove"]],
  ["all", ["read", "write", "remove"]],
  [["write"], ["write"]],
] as const)("the rule %s holds back %s", (rule, slugs) => {
  const held = all.filter((tool) => isHeldBack(typeof rule === "string" ? rule : [...rule], tool));
  expect(held.map(({ slug }) => slug)).toEqual(slugs);
});

test("a rule of a group becomes a list when one tool is an exception", () => {
  expect(holdBack("destructive", write, true, all)).toEqual(["remove", "write"]);
  expect(holdBack("all", read, false, all)).toEqual(["write", "remove"]);
  expect(holdBack("none", write, true, all)).toEqual(["write"]);
});

test("a rule that says so already stays, and an empty list is none", () => {
  expect(holdBack("destructive", remove, true, all)).toBe("destructive");
  expect(holdBack(["write"], write, false, all)).toBe("none");
});
