import { expect, test } from "vitest";
import { chooseShown } from "./templates/choose-shown.ts";

const names = Array.from({ length: 120 }, (_, index) => `m${index}`);

test("the required fields come first, then twelve optional ones", () => {
  const shown = chooseShown({ names, required: ["m50"], wanted: [], isWhole: false });
  expect(shown).toEqual(["m50", ...names.slice(0, 12)]);
});

test("what has a value or a problem is shown, and all on demand", () => {
  expect(chooseShown({ names, required: [], wanted: ["m99"], isWhole: false })).toEqual([
    ...names.slice(0, 12),
    "m99",
  ]);
  expect(chooseShown({ names, required: [], wanted: [], isWhole: true })).toEqual(names);
});
