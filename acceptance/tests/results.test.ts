import { describe, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { refuse } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const five = ["a", "b", "c", "d", "e"].map((name, index) => ({ id: index + 1, name }));

async function run(operation: string, body: Record<string, unknown>) {
  return execute(bench.caller, bench.tool(operation), body);
}

async function ids(body: Record<string, unknown>): Promise<unknown[]> {
  const outcome = await run("list_items", body);
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ isSuccess: true });
  return (outcome.output as { id: unknown }[]).map(({ id }) => id);
}

describe("results of a tool whose output is a list", () => {
  test(
    "top limits and offset skips",
    proves("results.top", "results.offset", "results.output-list"),
    async () => {
      bench.downstream.items = five;
      expect(await ids({ top: 2 })).toEqual([1, 2]);
      expect(await ids({ offset: 3 })).toEqual([4, 5]);
      expect(await ids({ offset: 1, top: 2 })).toEqual([2, 3]);
      expect(await ids({ top: 0 })).toEqual([]);
      expect(await ids({ offset: 9 })).toEqual([]);
    },
  );

  test("filters come first, then sort, then offset and top", proves("results.together"), async () => {
    bench.downstream.items = five;
    const body = {
      filters: [{ fieldName: "id", operator: "ne", value: "4" }],
      sort: [{ fieldName: "id", orderDirection: -1 }],
      offset: 1,
      top: 2,
    };
    expect(await ids(body)).toEqual([3, 2]);
  });

  test("without them the output is what the downstream sent", proves("results.record-unshaped"), async () => {
    const items = [{ id: 2, deep: { a: [null, 1.5e300, "ü", true] } }, { id: 1 }, 7, null, "text"];
    bench.downstream.items = items;
    expect((await run("list_items", {})).output).toEqual(items);
    expect((await run("list_items", { filters: [], sort: [] })).output).toEqual(items);
  });
});

test("an integer beyond 2⁵³ stays exact", proves("results.together"), async () => {
  bench.downstream.items = ["9007199254740992", "9007199254740993"].map((digits) => ({
    // Its type is not known to TypeScript yet.
    id: (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits),
  }));
  const [second] = await ids({ sort: [{ fieldName: "id", orderDirection: -1 }], top: 1 });
  expect(second).toBe("9007199254740993");
  const filters = [{ fieldName: "id", operator: "eq", value: "9007199254740993" }];
  expect(await ids({ filters })).toEqual(["9007199254740993"]);
});

test(
  "a list at resultsPath is filtered and the rest does not change",
  proves("results.path-list"),
  async () => {
    bench.downstream.items = five;
    const outcome = await run("list_wrapped", { top: 1, sort: [{ fieldName: "name", orderDirection: -1 }] });
    expect(outcome.output).toEqual({ data: [{ id: 5, name: "e" }], next: "page-2" });
  },
);

const shapes: Record<string, unknown>[] = [
  { top: 1 },
  { offset: 1 },
  { sort: [{ fieldName: "id", orderDirection: 1 }] },
  { filters: [{ fieldName: "id", operator: "eq", value: "1" }] },
];

test(
  "for a tool that returns no list it is 400 before the call",
  proves("results.no-list-tool"),
  async () => {
    bench.downstream.forget();
    const path = `/v1/tools/${bench.tool("get_item")}/execute`;
    for (const shape of shapes) {
      await refuse(
        bench.caller.post(path, { fields: { itemId: 1 }, ...shape }),
        "VALIDATION_ERROR",
        Object.keys(shape),
      );
    }
    expect(bench.downstream.requests).toEqual([]);
  },
);

describe("results of a tool with unknown output", () => {
  test("a list of a read-only tool is filtered", proves("results.unknown-output-list"), async () => {
    bench.downstream.anything = five;
    const outcome = await run("read_anything", { top: 2 });
    expect(outcome).toMatchObject({ isSuccess: true, output: five.slice(0, 2) });
  });

  test("an output without a list is a failure", proves("results.unknown-output-no-list"), async () => {
    bench.downstream.anything = { id: 1 };
    const outcome = await run("read_anything", { top: 2 });
    expect(outcome.isSuccess).toBe(false);
    expect(outcome.errorMessage).not.toBe("");
  });

  test("for a writing tool it is 400 before the call", proves("results.unknown-output-write"), async () => {
    bench.downstream.anything = five;
    bench.downstream.forget();
    const path = `/v1/tools/${bench.tool("write_anything")}/execute`;
    for (const shape of shapes) {
      await refuse(bench.caller.post(path, shape), "VALIDATION_ERROR", Object.keys(shape));
    }
    expect(bench.downstream.requests).toEqual([]);
  });
});
