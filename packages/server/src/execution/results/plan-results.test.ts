import type { ToolManifest } from "@bowline/catalog";
import { describe, expect, test } from "vitest";
import type { ResultsShape } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { planAllResults, planResults } from "./plan-results.ts";

const inputSchema = {
  type: "object",
  properties: {
    page: { type: "integer" },
    size: { type: "integer" },
    state: { type: "string", enum: ["open", "closed"] },
    order: { type: "string" },
  },
};

function neverPrepared(): never {
  throw new Error("A plan prepares no call.");
}

/** A tool of which only what a plan looks at is filled in. */
function toolWith(manifest: ToolManifest | null): LoadedTool {
  const application = {
    applicationId: 1,
    companyId: 1,
    slug: "shop",
    name: "Shop",
    environments: [],
    authentications: [],
    manifest: {},
    record: {
      slug: "shop",
      name: "Shop",
      description: "",
      categories: [],
      iconUrl: null,
      websiteUrl: null,
      source: "openapi" as const,
      requiresConnection: false,
      toolCount: 1,
      authentications: [],
    },
    json: "",
  };
  return {
    entry: {
      toolId: 1,
      application,
      slug: "shop_list",
      operation: "list",
      isReadOnly: true,
      isDestructive: false,
      isIdempotent: true,
      requiresConnection: false,
      contextType: null,
      resultsPath: "",
      tags: [],
      isFeatured: false,
      isDeprecated: false,
      summaryJson: "{}",
    },
    compiled: { prepare: neverPrepared },
    digest: "",
    validateInput: () => [],
    validateMembers: () => [],
    isOutputKnown: true,
    numberFields: [],
    inputSchema,
    manifest,
  };
}

const numbered: ToolManifest = {
  paging: { kind: "pageNumber", parameter: "page", sizeParameter: "size", maxSize: 50 },
};
const offset: ToolManifest = {
  paging: { kind: "offset", parameter: "page", sizeParameter: "size", maxSize: 50 },
};
const filtering: ToolManifest = {
  ...offset,
  results: {
    filters: [{ fieldName: "status", operator: "eq", parameter: "state" }],
    sort: [{ fieldName: "made", orderDirection: -1, parameters: { order: "-made" } }],
  },
};
const open = { fieldName: "status", operator: "eq" as const, value: "open" };
const newest = { fieldName: "made", orderDirection: -1 as const };
const plan = (manifest: ToolManifest | null, shape: ResultsShape, input: Record<string, unknown> = {}) =>
  planResults(toolWith(manifest), shape, input);

describe("there is no plan", () => {
  test("for a tool without a manifest, or a request without shaping", () => {
    expect(plan(null, { top: 5 })).toBeNull();
    expect(plan(numbered, { filters: [], sort: [], offset: 0, top: null })).toBeNull();
  });
});

describe("pages", () => {
  test("are as large as the number of results wanted, up to the largest page", () => {
    expect(plan(numbered, { offset: 3, top: 4 })).toEqual({
      input: { size: 7 },
      remaining: { filters: [], sort: [], offset: 3, top: 4 },
      enough: 7,
    });
    expect(plan(numbered, { top: 400 })?.input).toEqual({ size: 50 });
    expect(plan(numbered, { top: 0 })).toMatchObject({ input: { size: 1 }, enough: 0 });
    expect(plan(numbered, { offset: 5 })).toMatchObject({ input: { size: 50 }, enough: null });
  });

  test("by offset begin at the offset plus the caller's own", () => {
    expect(plan(offset, { offset: 8, top: 4 }, { page: 100 })).toEqual({
      input: { page: 108, size: 4 },
      remaining: { filters: [], sort: [], offset: 0, top: 4 },
      enough: 4,
    });
  });

  test("keep the size that the caller sends or expects", () => {
    expect(plan(numbered, { top: 4 }, { size: 20 })?.input).toEqual({ size: 20 });
    expect(plan(numbered, { top: 4 }, { page: 2 })?.input).toEqual({ page: 2 });
  });

  test("are requested without a size when the largest is unknown", () => {
    const unsized: ToolManifest = { paging: { kind: "linkHeader", sizeParameter: "size" } };
    expect(plan(unsized, { top: 4 })?.input).toEqual({});
  });

  test("for all results are the largest", () => {
    expect(planAllResults(toolWith(numbered), { state: "open" })).toEqual({
      input: { state: "open", size: 50 },
      remaining: {},
      enough: null,
    });
  });
});

describe("filters and sort", () => {
  test("that are mapped leave only the cut to the gateway", () => {
    expect(plan(filtering, { filters: [open], sort: [newest], offset: 2, top: 3 })).toEqual({
      input: { state: "open", order: "-made", page: 2, size: 3 },
      remaining: { filters: [], sort: [], offset: 0, top: 3 },
      enough: 3,
    });
  });

  test("that are not mapped leave offset and top to the gateway, over the largest pages", () => {
    const other = { ...open, operator: "ne" as const };
    expect(plan(filtering, { filters: [open, other], offset: 2, top: 3 })).toEqual({
      input: { state: "open", size: 50 },
      remaining: { filters: [other], sort: [], offset: 2, top: 3 },
      enough: 5,
    });
    const oldest = { ...newest, orderDirection: 1 as const };
    expect(plan(filtering, { sort: [oldest], top: 3 })).toMatchObject({
      input: { size: 50 },
      remaining: { sort: [oldest] },
      enough: null,
    });
    expect(plan(filtering, { sort: [newest, oldest] })?.remaining.sort).toEqual([newest, oldest]);
  });

  test("for an empty text stay with the gateway, since the application would filter nothing", () => {
    const free = { filters: [{ fieldName: "kind", operator: "eq" as const, parameter: "order" }] };
    const filter = (value: string) => ({ fieldName: "kind", operator: "eq" as const, value });
    const planned = plan({ ...offset, results: free }, { filters: [filter("")] });
    expect(planned).toMatchObject({ remaining: { filters: [filter("")] } });
    expect(planned?.input).not.toHaveProperty("order");
    expect(plan({ results: free }, { filters: [filter("a")] })?.input).toEqual({ order: "a" });
  });

  test("stay with the gateway when the parameter is already set or does not accept the value", () => {
    const twice = plan(filtering, { filters: [open, { ...open, value: "closed" }] });
    expect(twice).toMatchObject({ input: { state: "open" }, remaining: { filters: [{ value: "closed" }] } });
    expect(plan(filtering, { filters: [open] }, { state: "closed" })?.remaining.filters).toEqual([open]);
    const odd = { ...open, value: "ajar" };
    expect(plan(filtering, { filters: [odd] })?.remaining.filters).toEqual([odd]);
  });
});
