import { expect, test } from "vitest";
import { chooseColumns, listColumns, readCell, showCell, writeCsv } from "./columns.ts";
import { findList } from "./find-list.ts";

test("the list of results is found at the tool's pointer, else where there is only one", () => {
  const items = [{ id: 1 }];
  expect(findList({ data: { items } }, "/data/items")).toBe(items);
  expect(findList(items, null)).toBe(items);
  expect(findList({ items, total: 1 }, null)).toBe(items);
  expect(findList({ items, others: items }, null)).toBe(null);
  expect(findList("text", "/items")).toBe(null);
});

test("the columns that tell most are shown first, at most eight, in the records' order", () => {
  const row = Object.fromEntries([
    ["url", "https://example.com"],
    ["id", 1],
    ...Array.from({ length: 8 }, (_, index) => [`plain${index}`, index]),
    ["nested", { a: 1 }],
    ["title", "One"],
  ]);
  const chosen = chooseColumns(listColumns([row]), [row]);
  expect(chosen).toHaveLength(8);
  expect(chosen.slice(0, 2)).toEqual(["id", "plain0"]);
  expect(chosen).toContain("title");
  expect(chosen).not.toContain("url");
});

test("a cell shows an object by its name, and is never longer than a line", () => {
  expect(showCell({ login: "robin", id: 4 })).toBe("robin");
  expect(showCell({ a: 1 })).toBe('{"a":1}');
  expect(showCell(["a"])).toBe('["a"]');
  expect(showCell("x".repeat(500))).toHaveLength(201);
});

test("CSV has all columns and quotes, and no formulas", () => {
  expect(
    writeCsv([
      { a: 'say "hi"', b: -1 },
      { a: "=1+1", c: { d: 1 } },
    ]),
  ).toBe('a,b,c\r\n"say ""hi""",-1,\r\n\'=1+1,,"{""d"":1}"\r\n');
});

test("a member without a name is a column, beside plain values and not in their place", () => {
  const rows: unknown[] = [{ "": 1, constructor: "Ada" }, 2, { id: 3 }];
  expect(listColumns(rows).map(({ name }) => rows.map((row) => readCell(row, name)))).toEqual([
    [1, 2, undefined],
    ["Ada", undefined, undefined],
    [undefined, undefined, 3],
  ]);
  expect(writeCsv(rows)).toBe("value,constructor,id\r\n1,Ada,\r\n2,,\r\n,,3\r\n");
});
