import { expect, test } from "vitest";
import { joinPage, readPage, readSearch, renderPage } from "./page.ts";

test("offset defaults to 0, and top to 100 or the list's own default", () => {
  expect(readPage({})).toEqual({ offset: 0, top: 100 });
  expect(readPage({}, 25)).toEqual({ offset: 0, top: 25 });
  expect(readPage({ offset: 7, top: 1 }, 25)).toEqual({ offset: 7, top: 1 });
});

test("joining JSON texts gives the same page as rendering their values", () => {
  const page = { offset: 2, top: 3 };
  const items = [{ a: "é\u2028" }, { b: null }];
  const joined = joinPage(
    items.map((item) => JSON.stringify(item)),
    9,
    page,
  );
  expect(JSON.parse(joined)).toEqual(renderPage(items, 9, page));
  expect(JSON.parse(joinPage([], 0, page))).toEqual({ items: [], totalCount: 0, offset: 2, top: 3 });
});

test("a blank search counts as none", () => {
  expect([undefined, "", "  \t\u00a0", " a b "].map(readSearch)).toEqual([null, null, null, "a b"]);
});
