import { expect, test } from "vitest";
import { addSavedView, isSameSearch, readSavedViews, writeSavedViews } from "./saved-views.ts";

test("views are read as they were written, and what is no view is left out", () => {
  let stored: string | null = null;
  const storage = {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  };
  expect(readSavedViews(storage)).toEqual([]);
  const views = [{ name: "Failures", search: { success: "false" } }];
  writeSavedViews(storage, views);
  expect(readSavedViews(storage)).toEqual(views);
  stored = `[{"name":"No search"},null,{"name":"Number","search":{"kind":1}},${JSON.stringify(views[0])}]`;
  expect(readSavedViews(storage)).toEqual(views);
  stored = "no JSON";
  expect(readSavedViews(storage)).toEqual([]);
});

test("a view of the same name is replaced", () => {
  const views = addSavedView([{ name: "Mine", search: {} }], { name: "Mine", search: { kind: "timeout" } });
  expect(views).toEqual([{ name: "Mine", search: { kind: "timeout" } }]);
  expect(addSavedView(views, { name: "Other", search: {} })).toHaveLength(2);
});

test("an absent filter is the same as an undefined one", () => {
  expect(isSameSearch({ kind: "timeout", from: undefined }, { kind: "timeout" })).toBe(true);
  expect(isSameSearch({ kind: "timeout" }, {})).toBe(false);
});
