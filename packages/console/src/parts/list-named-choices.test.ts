import { expect, test } from "vitest";
import { listNamedChoices } from "./list-named-choices.ts";

test("choices are in the order of names, and those with the same name have their number", () => {
  const items = [
    { id: 12, name: "Desk 10" },
    { id: 9, name: "Shop" },
    { id: 3, name: "Desk 2" },
    { id: 10, name: "Shop" },
  ];
  expect(listNamedChoices(items)).toEqual([
    { value: "3", label: "Desk 2" },
    { value: "12", label: "Desk 10" },
    { value: "9", label: "Shop (number 9)" },
    { value: "10", label: "Shop (number 10)" },
  ]);
});
