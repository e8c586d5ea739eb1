import { expect, test } from "vitest";
import { listEnvironments } from "./list-environments.ts";

const environments = [
  { name: "production", serverUrl: "https://api.example.com/{cloudId}" },
  { name: "site", serverUrl: "https://{site}.example.net" },
  { name: "sandbox", serverUrl: "https://sandbox.example.com" },
];
const list = (...fieldNames: string[]) =>
  listEnvironments(environments, { fields: fieldNames.map((fieldName) => ({ ...field, fieldName })) });
const field = {
  label: "",
  description: "",
  type: "string" as const,
  required: true,
  secret: false,
  overridable: false,
  default: null,
};

test("a method has the environments whose addresses its fields fill", () => {
  expect(list("cloudId", "token")).toEqual(["production", "sandbox"]);
  expect(list("site", "email")).toEqual(["site", "sandbox"]);
  expect(list("token")).toEqual(["sandbox"]);
});

test("a method that fills no address has all environments", () => {
  const [production, site] = environments.slice(0, 2);
  expect(
    listEnvironments(
      [production, site].filter((one) => one !== undefined),
      { fields: [] },
    ),
  ).toEqual(["production", "site"]);
});
