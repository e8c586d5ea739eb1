import { describe, expect, it } from "vitest";
import { findCircles } from "./find-circles.ts";

function graph(imports: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(imports));
}

describe("findCircles", () => {
  it("finds none where imports only go down", () => {
    expect(findCircles(graph({ a: ["b", "c"], b: ["c"], c: [] }))).toEqual([]);
  });

  it("finds each ring, and leaves out what only leads into it", () => {
    const imports = graph({ top: ["a"], a: ["b"], b: ["c"], c: ["a", "leaf"], leaf: [], x: ["y"], y: ["x"] });
    expect(findCircles(imports).map((circle) => circle.toSorted())).toEqual([
      ["a", "b", "c"],
      ["x", "y"],
    ]);
  });

  it("finds a file that imports itself, and passes over what is no file of ours", () => {
    expect(findCircles(graph({ a: ["a", "elsewhere"] }))).toEqual([["a"]]);
  });
});
