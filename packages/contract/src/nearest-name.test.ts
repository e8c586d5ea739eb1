import { expect, test } from "vitest";
import { findNearestName } from "./nearest-name.ts";

const known = ["top", "offset", "search", "applicationSlug", "toolsetId", "tag", "view", "title"];

test.each([
  ["Top", "top"],
  ["tpo", "top"],
  ["to", "top"],
  ["topp", "top"],
  ["ofset", "offset"],
  ["serach", "search"],
  ["aplicationSlug", "applicationSlug"],
  ["applicationslug", "applicationSlug"],
  ["toolset_id", "toolsetId"],
  ["titel", "title"],
  ["veiw", "view"],
])("%s is close to %s", (name, expected) => {
  expect(findNearestName(name, known)).toBe(expected);
});

test.each(["page", "q", "limit", "x", "", "top", "verbose", "cursor", "x".repeat(100_000)])(
  "%s is close to none",
  (name) => {
    expect(findNearestName(name, known)).toBeNull();
  },
);
