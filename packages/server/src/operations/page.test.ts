import { expect, test } from "vitest";
import { joinPage, readPage, readSearch, renderPage } from "./page.ts";

test("offset is 0 and top 100 unless the request or the list says otherwise", () => {
  expect(readPage({})).toEqual({ offset: 0, top: 100 });
  expect(readPage({}, 25)).toEqual({ offset: 0, top: 25 });
  expect(readPage({ offset: 7, top: 1 }, 25)).toEqual({ offset: 7, top: 1 });
});

test("a page of JSON texts is the page of their values", () => {
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

test("a blank search is none", () => {
  expect([undefined, "", "  \t\u00a0", " a b "].map(readSearch)).toEqual([null, null, null, "a b"]);
});
