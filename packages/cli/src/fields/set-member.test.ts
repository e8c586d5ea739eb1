import { expect, test } from "vitest";
import { setMember } from "./set-member.ts";

test("a nested member is set, and the objects on the way are made", () => {
  const target = { author: { name: "x" } };
  setMember(target, ["author", "address", "city"], "Ulm");
  expect(target).toEqual({ author: { name: "x", address: { city: "Ulm" } } });
});

test("the entries of a list replace the list that is there, or are added to it", () => {
  const target = { labels: ["bug"] };
  setMember(target, ["labels"], ["ui"], { isAdded: true });
  expect(target).toEqual({ labels: ["bug", "ui"] });
  setMember(target, ["labels"], ["new"]);
  expect(target).toEqual({ labels: ["new"] });
});

test("a member called __proto__ is one like any other", () => {
  const target: Record<string, unknown> = {};
  setMember(target, ["__proto__", "polluted"], true);
  expect(JSON.stringify(target)).toBe('{"__proto__":{"polluted":true}}');
  expect({}).not.toHaveProperty("polluted");
});
