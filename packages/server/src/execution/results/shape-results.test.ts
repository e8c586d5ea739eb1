import { expect, test } from "vitest";
import type { Outcome, ResultsShape } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { checkShape, shapeResults } from "./shape-results.ts";

const executionInfo = { statusCode: 200, headers: {}, executionTime: 1, dataSize: 2 };
const success = (output: unknown): Outcome => ({
  isSuccess: true,
  output,
  outputText: JSON.stringify(output),
  executionInfo,
});
const toolWith = (
  resultsPath: string | null,
  changes: { isReadOnly?: boolean; isOutputKnown?: boolean } = {},
) => {
  const { isReadOnly = true, isOutputKnown = true } = changes;
  return { entry: { slug: "shop_list_items", resultsPath, isReadOnly }, isOutputKnown } as LoadedTool;
};
const shape = async (output: unknown, body: ResultsShape, path: string | null = "") => {
  const shaped = await shapeResults(toolWith(path), body, success(output));
  return shaped.isSuccess ? shaped.output : shaped.kind;
};

test("filters apply first, then sort, then offset and top", async () => {
  const output = [5, 3, 8, 1, 9].map((n) => ({ n }));
  const body: ResultsShape = {
    filters: [{ fieldName: "n", operator: "gt", value: "1" }],
    sort: [{ fieldName: "n", orderDirection: -1 }],
    offset: 1,
    top: 2,
  };
  expect(await shape(output, body)).toEqual([{ n: 8 }, { n: 5 }]);
});

test("numbers that a double does not hold are numbers where the output's schema says so", async () => {
  const tool = { ...toolWith(""), numberFields: ["id"] };
  const ids = [5, "100000000000000000", "9007199254740993", "-12345678901234567890"];
  const shaped = async (body: ResultsShape) => {
    const outcome = await shapeResults(tool, body, success(ids.map((id) => ({ id, text: String(id) }))));
    return ((outcome.isSuccess ? outcome.output : []) as { id: unknown }[]).map(({ id }) => id);
  };
  const [five, large, larger, least] = ids;
  expect(await shaped({ sort: [{ fieldName: "id", orderDirection: 1 }] })).toEqual([
    least,
    five,
    larger,
    large,
  ]);
  const filter = (fieldName: string, value: string): ResultsShape => ({
    filters: [{ fieldName, operator: "gt", value }],
  });
  expect(await shaped(filter("id", "9007199254740993"))).toEqual([large]);
  expect(await shaped(filter("text", "9007199254740993"))).toEqual([]);
});

test("offset and top may point past the end, and top 0 returns none", async () => {
  expect(await shape([1, 2], { offset: 5 })).toEqual([]);
  expect(await shape([1, 2], { top: 9 })).toEqual([1, 2]);
  expect(await shape([1, 2], { top: 0 })).toEqual([]);
  expect(await shape([1, 2], { offset: 2 ** 31 - 1, top: 2 ** 31 - 1 })).toEqual([]);
});

test("the list at the results' path is shaped, the rest does not change", async () => {
  const output = { "a/b": { list: [1, 2, 3] }, next: "x" };
  expect(await shape(output, { top: 1 }, "/a~1b/list")).toEqual({ "a/b": { list: [1] }, next: "x" });
});

test("without shaping the outcome is the same object", async () => {
  const outcome = success([1]);
  expect(await shapeResults(toolWith(""), { filters: [], sort: null, offset: 0, top: null }, outcome)).toBe(
    outcome,
  );
});

test("a result without a list is a failure of the run", async () => {
  for (const output of [null, {}, "text", { data: { list: 1 } }]) {
    expect(await shape(output, { top: 1 }, "/data/list")).toBe("invalidOutput");
  }
});

test("a list that is null or left out is an empty one", async () => {
  for (const output of [{ list: null, total: 0 }, { total: 0 }, {}]) {
    expect(await shape(output, { top: 1 }, "/list")).toEqual(output);
  }
  expect(await shape(null, { top: 1 })).toBeNull();
});

test("a failure does not change", async () => {
  const failure: Outcome = {
    isSuccess: false,
    kind: "timeout",
    message: "late",
    output: null,
    executionInfo,
  };
  expect(await shapeResults(toolWith(""), { top: 1 }, failure)).toBe(failure);
});

test("every member that cannot apply is named before the call", async () => {
  const body: ResultsShape = { filters: [{ fieldName: "a", operator: "eq", value: "1" }], offset: 1, top: 0 };
  const fieldsOf = (tool: LoadedTool): string[] => {
    try {
      checkShape(tool, body);
      return [];
    } catch (error) {
      return (error as { details: { field: string }[] }).details.map(({ field }) => field);
    }
  };
  const all = ["filters", "offset", "top"];
  expect(fieldsOf(toolWith(null))).toEqual(all);
  expect(fieldsOf(toolWith(null, { isOutputKnown: false, isReadOnly: false }))).toEqual(all);
  expect(fieldsOf(toolWith(null, { isOutputKnown: false }))).toEqual([]);
  expect(fieldsOf(toolWith("/items", { isReadOnly: false }))).toEqual([]);
});
