import { describe, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { refuse, type SendOptions } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

function post(body: unknown, options: SendOptions = {}, tool = "list_items") {
  return bench.caller.post(`/v1/tools/${bench.tool(tool)}/execute`, body, options);
}

describe("the request", () => {
  test("{} is valid", proves("execute.request.optional", "execute.status.200"), async () => {
    const outcome = await execute(bench.caller, bench.tool("list_items"), {});
    expect(outcome.isSuccess).toBe(true);
  });

  test("every member may be null", proves("execute.request.nullable"), async () => {
    const outcome = await execute(bench.caller, bench.tool("list_items"), {
      fields: null,
      contextValue: null,
      filters: null,
      sort: null,
      offset: null,
      top: null,
      subItems: null,
      customConnectionData: null,
    });
    expect(outcome.isSuccess).toBe(true);
  });

  test(
    "any other member is a VALIDATION_ERROR that names it",
    proves("execute.request.closed", "http.body.unknown-member", "errors.code.validation"),
    async () => {
      await refuse(post({ activityName: "x", other: 1 }), "VALIDATION_ERROR", ["activityName", "other"]);
    },
  );

  test(
    "members of wrong types are VALIDATION_ERRORs that name each",
    proves("execute.request.types", "errors.details.all"),
    async () => {
      const wrong = {
        fields: [],
        contextValue: 3,
        filters: {},
        sort: "name",
        offset: "1",
        top: 1.5,
        subItems: "x",
        customConnectionData: 1,
      };
      await refuse(post(wrong), "VALIDATION_ERROR", Object.keys(wrong));
    },
  );

  test("numbers outside int32 are VALIDATION_ERRORs", proves("http.numbers.body-int32"), async () => {
    await refuse(post({ offset: 2_147_483_648, top: 4_000_000_000 }), "VALIDATION_ERROR", ["offset", "top"]);
  });

  test("a negative offset or top is a VALIDATION_ERROR", proves("results.negative"), async () => {
    await refuse(post({ offset: -1, top: -1 }), "VALIDATION_ERROR", ["offset", "top"]);
  });

  test(
    "a filter needs fieldName, operator and value as text",
    proves("execute.request.condition", "errors.details.path", "http.body.unknown-nested-member"),
    async () => {
      const filters = [
        {},
        { fieldName: "a", operator: "eq", value: 3 },
        { fieldName: "a", operator: "eq", value: "", x: 1 },
      ];
      await refuse(post({ filters }), "VALIDATION_ERROR", [
        "filters[0].fieldName",
        "filters[0].operator",
        "filters[0].value",
        "filters[1].value",
        "filters[2].x",
      ]);
    },
  );

  test("an unknown operator is named", proves("filters.unknown-operator"), async () => {
    const filters = [
      { fieldName: "a", operator: "eq", value: "1" },
      { fieldName: "a", operator: "like", value: "1" },
    ];
    await refuse(post({ filters }), "VALIDATION_ERROR", ["filters[1].operator"]);
  });

  test("a sort clause needs fieldName and 1 or -1", proves("execute.request.sort"), async () => {
    const sort = [{}, { fieldName: "a", orderDirection: 0 }, { fieldName: "a", orderDirection: "1" }];
    await refuse(post({ sort }), "VALIDATION_ERROR", [
      "sort[0].fieldName",
      "sort[0].orderDirection",
      "sort[1].orderDirection",
      "sort[2].orderDirection",
    ]);
  });

  test("an override needs fieldName and value as text", proves("execute.request.override"), async () => {
    const customConnectionData = [{ fieldName: "region" }, { value: "x" }, { fieldName: "region", value: 3 }];
    await refuse(post({ customConnectionData }), "VALIDATION_ERROR", [
      "customConnectionData[0].value",
      "customConnectionData[1].fieldName",
      "customConnectionData[2].value",
    ]);
  });

  test(
    "a missing body is INVALID_REQUEST",
    proves("execute.request.body-required", "http.body.missing", "errors.code.invalid-request"),
    async () => {
      await refuse(post(undefined), "INVALID_REQUEST");
      await refuse(post(undefined, { headers: { "content-type": "application/json" } }), "INVALID_REQUEST");
    },
  );

  test("more than 100 problems are reported as 100", proves("errors.details.cap"), async () => {
    const names = Array.from({ length: 150 }, (_, index) => [`extra${index}`, 1]);
    const { details } = await refuse(post(Object.fromEntries(names)), "VALIDATION_ERROR");
    expect(details?.length).toBe(100);
  });

  test("an unknown tool is 404", proves("execute.tool.missing", "errors.status.404"), async () => {
    await refuse(bench.caller.post("/v1/tools/no_such_tool/execute", {}), "NOT_FOUND");
  });
});

describe("the response", () => {
  test(
    "has exactly its five members",
    proves("execute.response.members", "execute.response.success", "execute.response.output"),
    async () => {
      const outcome = await execute(bench.caller, bench.tool("get_item"), { fields: { itemId: 7 } });
      expect(Object.keys(outcome).toSorted()).toEqual([
        "errorMessage",
        "executionInfo",
        "historyId",
        "isSuccess",
        "output",
      ]);
      expect(outcome).toMatchObject({ isSuccess: true, errorMessage: null });
      expect(outcome.output).toEqual({ id: 7, name: "Item 7" });
    },
  );

  test(
    "has executionInfo and a history id",
    proves("execute.response.execution-info", "execute.response.history-id"),
    async () => {
      const outcome = await execute(bench.caller, bench.tool("get_item"), { fields: { itemId: 7 } });
      expect(outcome.executionInfo).toMatchObject({ statusCode: 200, dataSize: 24 });
      expect(outcome.executionInfo?.headers).toMatchObject({ "x-downstream": "yes" });
      expect(outcome.executionInfo?.executionTime).toBeGreaterThan(0);
      const slow = { fields: { milliseconds: 60 } };
      const { executionInfo } = await execute(bench.caller, bench.tool("read_slowly"), slow);
      // A timer may end a millisecond early.
      expect(executionInfo?.executionTime).toBeGreaterThanOrEqual(58);
      expect(outcome.historyId).toBeGreaterThan(0);
      expect(Number.isSafeInteger(outcome.historyId)).toBe(true);
    },
  );
});
