import { describe, expect, it } from "vitest";
import { findCircles } from "./find-circles.ts";

function graph(imports: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(imports));
}

describe("findCircles", () => {
  it("returns an empty list when imports only go down", () => {
    expect(findCircles(graph({ a: ["b", "c"], b: ["c"], c: [] }))).toEqual([]);
  });

  it("returns each circle without files that only lead into it", () => {
    const imports = graph({ top: ["a"], a: ["b"], b: ["c"], c: ["a", "leaf"], leaf: [], x: ["y"], y: ["x"] });
    expect(findCircles(imports).map((circle) => circle.toSorted())).toEqual([
      ["a", "b", "c"],
      ["x", "y"],
    ]);
  });

  it("finds a file that imports itself, and ignores imports of unknown files", () => {
    expect(findCircles(graph({ a: ["a", "elsewhere"] }))).toEqual([["a"]]);
  });
});
