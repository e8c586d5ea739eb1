import { expect, test } from "vitest";
import { hadSecrets, readInput } from "./read-request.ts";

test("the input of a recorded call has no mask in place of a secret, wherever that was", () => {
  const fields = {
    title: "The lamp",
    password: "***",
    members: [{ name: "Robin", token: "***" }],
    passwords: ["***"],
    none: null,
  };
  expect(readInput({ fields })).toEqual({
    title: "The lamp",
    members: [{ name: "Robin" }],
    passwords: [],
    none: null,
  });
  expect(hadSecrets({ fields })).toBe(true);
  expect(hadSecrets({ fields: { title: "A *** star" } })).toBe(false);
});

test("the input of a recorded call has what was sent in subItems", () => {
  expect(readInput({ fields: { title: "The lamp" }, subItems: { labels: ["light"] } })).toEqual({
    title: "The lamp",
    labels: ["light"],
  });
  expect(readInput({ subItems: null })).toEqual({});
});
