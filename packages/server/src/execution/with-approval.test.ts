import { expect, test } from "vitest";
import { needsApproval } from "./with-approval.ts";

const needs = (
  approvals: unknown,
  hints: { isReadOnly?: boolean; isDestructive?: boolean } = {},
): boolean => {
  const entry = { slug: "shop_create_item", isReadOnly: false, isDestructive: false, ...hints };
  return needsApproval({ toolset: { settings: { approvals } }, tool: { entry } } as never);
};
const reads = { isReadOnly: true, isDestructive: true };

test("a tool that only reads is not destructive, whatever it says", () => {
  expect(needs("destructive", { isDestructive: true })).toBe(true);
  expect(needs("destructive", reads)).toBe(false);
  expect(needs("destructive")).toBe(false);
});

test("writes, all and a list mean the tools that they name", () => {
  expect([needs("writes"), needs("writes", reads)]).toEqual([true, false]);
  expect([needs("all", reads), needs("none", { isDestructive: true })]).toEqual([true, false]);
  expect([needs(["shop_create_item"], reads), needs(["shop_list_items"])]).toEqual([true, false]);
});
