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
