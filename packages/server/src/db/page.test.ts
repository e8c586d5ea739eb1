import { expect, test } from "vitest";
import { loadLargeRows, maxPageLength, type Page } from "./page.ts";

/** A list of rows that are numbers, and the pages that are read of it. */
function openList(count: number) {
  const all = Array.from({ length: count }, (_, index) => index);
  const read: Page[] = [];
  const load = async (page: Page) => {
    read.push(page);
    return all.slice(page.offset, page.offset + page.top);
  };
  return { read, load };
}

test("a page of small rows is whole", async () => {
  const { load } = openList(130);
  expect(await loadLargeRows({ offset: 3, top: 120 }, load, () => 1)).toHaveLength(120);
  expect((await loadLargeRows({ offset: 100, top: 100 }, load, () => 1)).at(-1)).toBe(129);
  expect(await loadLargeRows({ offset: 130, top: 10 }, load, () => 1)).toEqual([]);
});

test("a page ends with the row that makes it large, and no others are read", async () => {
  const { load, read } = openList(1000);
  const tenth = () => Math.ceil(maxPageLength / 10);
  expect(await loadLargeRows({ offset: 5, top: 1000 }, load, tenth)).toEqual([
    5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(read).toEqual([{ offset: 5, top: 50 }]);
  expect(await loadLargeRows({ offset: 0, top: 3 }, load, () => maxPageLength)).toEqual([0]);
});
