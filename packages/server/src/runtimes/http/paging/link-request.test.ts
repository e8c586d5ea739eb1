import { expect, test } from "vitest";
import type { BuiltHttpRequest } from "../build-request.ts";
import { buildLinkRequest } from "./link-request.ts";

const first = (members: Partial<BuiltHttpRequest> = {}): BuiltHttpRequest => ({
  method: "GET",
  url: "https://api.example.com/items?key=secret&page=1",
  headers: { authorization: "Bearer token" },
  body: null,
  certificate: null,
  credentialHeaders: ["authorization"],
  credentialQuery: [],
  credentialCookies: [],
  secretTexts: [],
  failure: null,
  ...members,
});

const follow = (link: string, members?: Partial<BuiltHttpRequest>): string | undefined =>
  buildLinkRequest(first(members), link)?.url;

test("a link loses its user name, password and fragment, since no request may carry them", () => {
  const link = "https://user:word@api.example.com/items?page=2#top";
  for (const credentialQuery of [[], ["key"]]) {
    expect(follow(link, { credentialQuery, url: "https://api.example.com/items" })).toBe(
      "https://api.example.com/items?page=2",
    );
  }
});

test("a link with credentials in its query gets those of the first request instead", () => {
  expect(follow("?page=2&key=forged", { credentialQuery: ["key"] })).toBe(
    "https://api.example.com/items?page=2&key=secret",
  );
  expect(follow("/", { credentialQuery: ["key"] })).toBe("https://api.example.com/?key=secret");
  expect(follow("?page=2&key=its-own")).toBe("https://api.example.com/items?page=2&key=its-own");
});

test("a link to another origin, an invalid one and one that is too long lead nowhere", () => {
  for (const link of [
    "https://example.com/items",
    "http://api.example.com/items",
    "https://api.example.com:8443/items",
    "http://[",
    `/${"x".repeat(17_000)}`,
  ]) {
    expect(follow(link), link.slice(0, 40)).toBeUndefined();
  }
});
