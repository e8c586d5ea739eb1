import { expect, test } from "vitest";
import { describeTool } from "./describe-tool.ts";

test("a tool's description is left out when it repeats the name", () => {
  expect(describeTool({ name: "List issues", description: "List issues" })).toBe("");
  expect(describeTool({ name: "List issues", description: " list issues.\n" })).toBe("");
  expect(describeTool({ name: "List issues", description: "**List issues**" })).toBe("");
  expect(describeTool({ name: "List issues", description: "List issues of a project." })).toBe(
    "List issues of a project.",
  );
});
