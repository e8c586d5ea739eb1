import { describe, expect, test } from "vitest";
import { hireActor, theAdmin } from "../support/actors.ts";
import { connect, execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const lists: [path: string, defaultTop: number][] = [
  ["/v1/tools", 100],
  ["/v1/applications", 100],
  ["/v1/connections", 25],
  ["/v1/toolsets", 100],
  ["/v1/apikeys", 100],
  ["/v1/executions", 100],
  ["/v1/members", 100],
];

describe.each(lists)("GET %s", (path, defaultTop) => {
  test(
    "returns the list envelope with its defaults",
    proves("lists.envelope", "lists.default-offset", "lists.default-top", "lists.default-top.connections"),
    async () => {
      const list = await succeed<ListOf<unknown>>(theAdmin().get(path));
      expect(Object.keys(list).toSorted()).toEqual(["items", "offset", "top", "totalCount"]);
      expect(list).toMatchObject({ offset: 0, top: defaultTop });
      expect(list.items.length).toBe(Math.min(list.totalCount, defaultTop));
    },
  );

  test("refuses top and offset out of range", proves("lists.top-range", "lists.offset-range"), async () => {
    for (const top of [0, -1, 1001, 2_147_483_648]) {
      await refuse(theAdmin().get(path, { top }), "VALIDATION_ERROR", ["top"]);
    }
    await refuse(theAdmin().get(path, { offset: -1 }), "VALIDATION_ERROR", ["offset"]);
    await refuse(theAdmin().get(path, { offset: -1, top: 0 }), "VALIDATION_ERROR", ["offset", "top"]);
  });

  test("refuses top and offset that are not integers", proves("lists.not-numbers"), async () => {
    for (const wrong of ["x", "1.5", "1e2", "NaN"]) {
      await refuse(theAdmin().get(path, { top: wrong, offset: wrong }), "VALIDATION_ERROR", [
        "top",
        "offset",
      ]);
    }
  });

  test("accepts the limits of the range", proves("lists.top-range"), async () => {
    const one = await succeed<ListOf<unknown>>(theAdmin().get(path, { top: 1 }));
    expect(one.items.length).toBeLessThanOrEqual(1);
    const past = await succeed<ListOf<unknown>>(theAdmin().get(path, { top: 1000, offset: 2_147_483_647 }));
    expect(past).toMatchObject({ items: [], top: 1000, offset: 2_147_483_647 });
  });
});

test("past the end there are no items, and the true totalCount", proves("lists.past-end"), async () => {
  const caller = await hireActor();
  const { connectionId } = await connect(caller, bench.application, { isDefault: true });
  await succeed(caller.post("/v1/toolsets", { name: "One" }));
  await execute(caller, bench.tool("list_items"), {}, { connectionId });
  const { slug, result } = bench.application;
  for (const [path, query, totalCount] of [
    ["/v1/tools", { applicationSlug: slug }, result.toolCount],
    ["/v1/tools", { applicationSlug: slug, search: "delete item" }, null],
    ["/v1/connections", {}, 1],
    ["/v1/toolsets", {}, 1],
    ["/v1/apikeys", {}, 1],
    ["/v1/executions", {}, 1],
  ] as const) {
    const first = await succeed<ListOf<unknown>>(caller.get(path, { ...query, top: 1 }));
    expect(first.items, path).toHaveLength(1);
    expect(first.totalCount, path).toBe(totalCount ?? first.totalCount);
    for (const offset of [first.totalCount, first.totalCount + 1, 2_147_483_647]) {
      const past = await succeed<ListOf<unknown>>(caller.get(path, { ...query, offset }));
      expect(past, path).toMatchObject({ items: [], offset, totalCount: first.totalCount });
    }
  }
});

test("paging returns every item once", proves("lists.end", "lists.stable-order"), async () => {
  const applicationSlug = bench.application.slug;
  const all = await succeed<ListOf<Tool>>(bench.caller.get("/v1/tools", { applicationSlug }));
  const seen: string[] = [];
  for (let isEnd = false; !isEnd; ) {
    const query = { applicationSlug, top: 7, offset: seen.length };
    const page = await succeed<ListOf<Tool>>(bench.caller.get("/v1/tools", query));
    expect(page).toMatchObject({ offset: seen.length, top: 7, totalCount: all.totalCount });
    expect(page.items.length).toBeGreaterThan(0);
    seen.push(...page.items.map(({ slug }) => slug));
    isEnd = page.offset + page.items.length >= page.totalCount;
  }
  expect(seen).toEqual(all.items.map(({ slug }) => slug));
  expect(seen).toHaveLength(bench.application.result.toolCount);
});
