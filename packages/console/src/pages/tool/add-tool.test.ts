import { expect, test } from "vitest";
import { addTool } from "./add-tool.ts";

const added = { connectionId: 1, applicationSlug: "desk", toolSlug: "desk_close" };

test("a tool joins those of its connection, once", () => {
  const before = [{ connectionId: 1, applicationSlug: "desk", toolSlugs: ["desk_list"] }];
  const after = addTool(before, added);
  expect(after).toEqual([{ ...before[0], toolSlugs: ["desk_list", "desk_close"] }]);
  expect(addTool(after, added)).toEqual(after);
});

test("a tool of another connection comes last, and the others stay", () => {
  const before = [{ connectionId: 2, applicationSlug: "mail", toolSlugs: ["mail_send"] }];
  expect(addTool(before, added)).toEqual([
    ...before,
    { connectionId: 1, applicationSlug: "desk", toolSlugs: ["desk_close"] },
  ]);
});
