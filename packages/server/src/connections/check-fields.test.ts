import type { CredentialField } from "@bowline/catalog";
import { describe, expect, it } from "vitest";
import type { Problem } from "../api-error.ts";
import { checkFields } from "./check-fields.ts";

const subdomain: CredentialField = {
  fieldName: "subdomain",
  label: "Subdomain",
  description: "",
  type: "string",
  required: true,
  secret: false,
  overridable: false,
  default: null,
  pattern: "[a-z]+|[0-9]+",
};

it("refuses a value with NUL, which the database does not keep", () => {
  const problems: Problem[] = [];
  const { pattern: _pattern, ...plain } = subdomain;
  checkFields([plain], { subdomain: "a\0b" }, problems);
  expect(problems).toEqual([{ field: "fields.subdomain", issue: "Holds the character NUL." }]);
});

it("requires a field without a default, and takes null and the empty text for no value", () => {
  for (const sent of [{}, { subdomain: null }, { subdomain: "" }]) {
    const problems: Problem[] = [];
    checkFields([subdomain], sent, problems);
    expect(problems).toEqual([{ field: "fields.subdomain", issue: "Is required." }]);
    const none: Problem[] = [];
    expect(checkFields([{ ...subdomain, default: "acme" }], sent, none).open).toEqual({});
    expect(none).toEqual([]);
  }
});

it("takes no member of an object's prototype for a value", () => {
  const problems: Problem[] = [];
  const { pattern: _pattern, ...plain } = { ...subdomain, fieldName: "constructor", required: false };
  expect(checkFields([plain], {}, problems).open).toEqual({});
  expect(problems).toEqual([]);
});

it("keeps secret values apart, and numbers as texts", () => {
  const { pattern: _pattern, ...plain } = subdomain;
  const port: CredentialField = { ...plain, fieldName: "port", type: "number" };
  const password: CredentialField = { ...plain, fieldName: "password", secret: true };
  const problems: Problem[] = [];
  expect(checkFields([port, password], { port: 5432, password: "s" }, problems)).toEqual({
    open: { port: "5432" },
    secret: { password: "s" },
  });
  expect(problems).toEqual([]);
});

describe("a field with a pattern", () => {
  it("accepts a value that matches as a whole", () => {
    const problems: Problem[] = [];
    expect(checkFields([subdomain], { subdomain: "acme" }, problems).open).toEqual({ subdomain: "acme" });
    expect(problems).toEqual([]);
  });

  it.each(["acme.evil.test", "evil.test/acme", "acme\n", "7/acme"])("refuses %j", (value) => {
    const problems: Problem[] = [];
    expect(checkFields([subdomain], { subdomain: value }, problems).open).toEqual({});
    expect(problems).toEqual([{ field: "fields.subdomain", issue: "Must match [a-z]+|[0-9]+." }]);
  });
});
