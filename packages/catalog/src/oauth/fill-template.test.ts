import { describe, expect, it } from "vitest";
import { fillTemplate, matchTemplate } from "./fill-template.ts";

const template = "https://{shop}.example.test/{realm}/token";

describe("an address with fields", () => {
  it("keeps a field that has no value", () => {
    expect(fillTemplate(template, new Map([["shop", "acme"]]))).toBe(
      "https://acme.example.test/{realm}/token",
    );
  });

  it("returns the values in an address made from it", () => {
    expect(matchTemplate(template, "https://acme.example.test/main/token/")).toEqual(
      new Map([
        ["shop", "acme"],
        ["realm", "main"],
      ]),
    );
    expect(matchTemplate("https://a.test/token", "https://a.test/token")).toEqual(new Map());
  });

  it("is compared at once with an address of very many slashes", () => {
    expect(matchTemplate(template, `https://acme.example.test/main${"/".repeat(500_000)}x`)).toBeUndefined();
  });

  it("does not match another address", () => {
    expect(matchTemplate(template, "https://acme.example.test/a/b/token")).toBeUndefined();
    expect(matchTemplate(template, "https://acmeXexample.test/main/token")).toBeUndefined();
  });
});
