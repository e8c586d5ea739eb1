import { describe, expect, it } from "vitest";
import { fillTemplate, matchTemplate, namesIn } from "./fill-template.ts";

const template = "https://{shop}.example.test/{realm}/token";

describe("an address with fields", () => {
  it("names them", () => {
    expect(namesIn(template)).toEqual(["shop", "realm"]);
  });

  it("is filled as far as values are there", () => {
    expect(fillTemplate(template, new Map([["shop", "acme"]]))).toBe(
      "https://acme.example.test/{realm}/token",
    );
  });

  it("tells the values of an address made from it", () => {
    expect(matchTemplate(template, "https://acme.example.test/main/token/")).toEqual(
      new Map([
        ["shop", "acme"],
        ["realm", "main"],
      ]),
    );
    expect(matchTemplate("https://a.test/token", "https://a.test/token")).toEqual(new Map());
  });

  it("is not matched by another address", () => {
    expect(matchTemplate(template, "https://acme.example.test/a/b/token")).toBeUndefined();
    expect(matchTemplate(template, "https://acmeXexample.test/main/token")).toBeUndefined();
  });
});
