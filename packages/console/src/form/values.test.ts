import { expect, test } from "vitest";
import { dropUndefined, getAt, readPath, setAt, writePath } from "./values.ts";

test("a member is changed in a copy, and one that becomes undefined is removed", () => {
  const before = { labels: [{ name: "bug" }], title: "x" };
  expect(setAt(before, ["labels", 0, "name"], "ui")).toEqual({ labels: [{ name: "ui" }], title: "x" });
  expect(setAt(before, ["title"], undefined)).toEqual({ labels: [{ name: "bug" }] });
  expect(setAt(undefined, ["author", "name"], "y")).toEqual({ author: { name: "y" } });
  expect(before).toEqual({ labels: [{ name: "bug" }], title: "x" });
});

test("members that are undefined are dropped, and the items of a list stay in their places", () => {
  expect(dropUndefined({ a: undefined, b: [undefined, { c: undefined, d: 1 }] })).toEqual({
    b: [null, { d: 1 }],
  });
});

test("a path is written as the API does, and read again", () => {
  const path = ["labels", 0, "name"];
  expect(writePath(path)).toBe("labels[0].name");
  expect(readPath("labels[0].name")).toEqual(path);
  expect(getAt({ labels: [{ name: "bug" }] }, path)).toBe("bug");
  expect(getAt({}, ["constructor"])).toBeUndefined();
});
