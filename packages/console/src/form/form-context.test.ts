import type { FieldProps } from "@rjsf/utils";
import { expect, test } from "vitest";
import { readLabel } from "./form-context.ts";

const labelOf = (path: (string | number)[], title: string) =>
  readLabel({ schema: {}, name: title, title, fieldPathId: { $id: "", path } } as unknown as FieldProps);

test("an item of a list has its number in its label, also of a list in a list", () => {
  expect(labelOf(["steps", 0], "steps-1")).toBe("steps 1");
  expect(labelOf(["rows", 0, 1], "rows-1-2")).toBe("rows 1 2");
});

test("a member keeps its name", () => {
  expect(labelOf(["sha-256"], "sha-256")).toBe("sha-256");
});
