import { describe, expect, it } from "vitest";
import { findNextLink } from "./next-link.ts";

const previous =
  '<https://sentry.io/api/0/issues/?cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1"';
const next = (results: string) =>
  `<https://sentry.io/api/0/issues/?cursor=0:100:0>; rel="next"; results="${results}"; cursor="0:100:0"`;

describe("the next link", () => {
  it("is the one with the relation next", () => {
    expect(findNextLink(`${previous}, ${next("true")}`)).toBe(
      "https://sentry.io/api/0/issues/?cursor=0:100:0",
    );
  });

  it("is not told by what another parameter quotes", () => {
    const titled = '</a>; title="before, or; rel=next", </b>; title="not; rel=prev"; REL=next; rel=prev';
    expect(findNextLink(titled)).toBe("/b");
    expect(findNextLink('</a>; rel="first next"')).toBe("/a");
  });

  it("is none when its page has no results", () => {
    expect(findNextLink(`${previous}, ${next("false")}`)).toBeNull();
  });

  it("is none without a header", () => {
    expect(findNextLink(undefined)).toBeNull();
  });
});
