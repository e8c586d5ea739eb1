import { expect, test } from "vitest";
import { formatShortCount } from "./format-figures.ts";

test("a count has at most five characters where there is little room", () => {
  expect([0, 800, 3200, 9999].map(formatShortCount)).toEqual(["0", "800", "3,200", "9,999"]);
  expect([16_000, 250_000, 1_200_000].map(formatShortCount)).toEqual(["16K", "250K", "1.2M"]);
});
