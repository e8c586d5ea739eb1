import { describe, expect, test } from "vitest";
import { listConflicts, takeOver } from "../../parts/edited.ts";
import { describeConflicts } from "./describe-conflict.ts";
import { changeTool, chooseTools, type Draft, forgetTools, writeChanges } from "./draft.ts";

const saved: Draft = {
  connections: [{ connectionId: 1, applicationSlug: "desk", toolSlugs: new Set(["a", "b"]) }],
  tools: { a: { name: "first", presets: { x: 1, y: 2 } } },
  approvals: "none",
};

describe("what is saved", () => {
  test("is only what was changed, so that it undoes nothing of somebody else", () => {
    expect(writeChanges(saved, saved)).toEqual({});
    expect(writeChanges({ ...saved, approvals: ["b"] }, saved)).toEqual({ settings: { approvals: ["b"] } });
    expect(writeChanges(chooseTools(saved, 1, ["b"], false), saved)).toEqual({
      connections: [{ connectionId: 1, applicationSlug: "desk", toolSlugs: ["a"] }],
    });
    expect(writeChanges(changeTool(saved, "b", { description: "Second" }), saved)).toEqual({
      settings: { tools: { ...saved.tools, b: { description: "Second" } } },
    });
  });

  test("has no entry for a tool without changes", () => {
    expect(changeTool(saved, "a", { name: null, description: null, presets: {} }).tools).toEqual({});
  });

  test("says nothing of tools that are gone", () => {
    const draft = forgetTools({ ...saved, approvals: ["a", "b"] }, 1, ["a"]);
    expect(draft.connections[0]?.toolSlugs).toEqual(new Set(["b"]));
    expect(draft.tools).toEqual({});
    expect(draft.approvals).toEqual(["b"]);
  });
});

describe("what somebody else saved meanwhile", () => {
  const elsewhere: Draft = { ...chooseTools(saved, 1, ["b"], false), approvals: "all" };

  test("is taken over where nothing was changed here", () => {
    const draft = changeTool(saved, "b", { name: "second" });
    const state = takeOver({ draft, base: saved }, elsewhere);
    expect(listConflicts(state, elsewhere)).toEqual([]);
    expect(writeChanges(state.draft, elsewhere)).toEqual({ settings: { tools: draft.tools } });
  });

  test("is a conflict where it was changed here, too", () => {
    const draft = chooseTools(saved, 1, ["c"], true);
    const state = takeOver({ draft, base: saved }, elsewhere);
    expect(describeConflicts(state, elsewhere)).toEqual([
      { name: "Tools", theirs: "removes b", mine: "adds c" },
    ]);
    expect(state.draft.approvals).toBe("all");
    expect(state.draft.connections).toBe(draft.connections);
  });

  test("is no conflict when it is the same, in whatever order", () => {
    const draft = { ...saved, tools: { a: { presets: { y: 2, x: 1 }, name: "first" } } };
    expect(listConflicts<Draft>({ draft, base: { ...saved, tools: {} } }, saved)).toEqual([]);
    const state = { draft: saved, base: saved };
    expect(takeOver(state, { ...saved, tools: { ...draft.tools } })).toBe(state);
  });

  test("is told for each part, with some of many names", () => {
    const many = Array.from({ length: 1200 }, (_, index) => `tool_${index}`);
    const draft = { ...chooseTools(saved, 1, many, true), tools: {}, approvals: "writes" as const };
    const other = { ...elsewhere, tools: { ...saved.tools, b: { name: "second" } }, approvals: ["a"] };
    expect(describeConflicts({ draft, base: saved }, other)).toEqual([
      {
        name: "Tools",
        theirs: "removes b",
        mine: "adds tool_0, tool_1, tool_2, tool_3, tool_4 and 1,195 more",
      },
      { name: "Names, descriptions and fixed inputs", theirs: "changes b", mine: "changes a" },
      { name: "Approvals", theirs: "a", mine: "All tools that write" },
    ]);
  });
});
