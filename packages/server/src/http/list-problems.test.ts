import { describe, expect, test } from "vitest";
import { z } from "zod";
import { joinPath, listProblems } from "./list-problems.ts";

describe("joinPath", () => {
  test.each<[string, PropertyKey[], string]>([
    ["", [], "body"],
    ["", ["name"], "name"],
    ["", ["connections", 1, "toolSlugs", 0], "connections[1].toolSlugs[0]"],
    ["query", [], "query"],
    ["query", ["top"], "query.top"],
    ["", [0], "[0]"],
  ])("%j with %j is %s", (place, path, expected) => {
    expect(joinPath(place, path)).toBe(expected);
  });
});

describe("listProblems", () => {
  const schema = z.strictObject({ name: z.string(), list: z.array(z.strictObject({ id: z.int32() })) });

  test("names every problem where it stands, and every unknown member by itself", () => {
    const { error } = schema.safeParse({ name: 1, list: [{ id: "x", odd: 1, "a.b": 2 }], extra: null });
    if (!error) {
      throw new Error("It was accepted.");
    }
    const fields = listProblems(error).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(["extra", "list[0].a.b", "list[0].id", "list[0].odd", "name"]);
  });

  test("a problem of the whole is the body's", () => {
    const { error } = schema.safeParse([]);
    expect(error && listProblems(error).map(({ field }) => field)).toEqual(["body"]);
  });
});
