import { describe, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

function create(body: Record<string, unknown>, query: Record<string, string | number> = {}) {
  return bench.caller.post(`/v1/tools/${bench.tool("create_item")}/execute`, body, { query });
}

function lastBody(): unknown {
  return JSON.parse(bench.downstream.requests.at(-1)?.body.toString() ?? "null");
}

describe("input", () => {
  test("a missing required input is named", proves("execute.input.missing"), async () => {
    await refuse(create({ fields: {} }), "VALIDATION_ERROR", ["fields.title"]);
    await refuse(create({}), "VALIDATION_ERROR", ["fields.title"]);
  });

  test("an input that the tool lacks is named", proves("execute.input.unknown"), async () => {
    await refuse(create({ fields: { title: "x", color: "red" } }), "VALIDATION_ERROR", ["fields.color"]);
  });

  test(
    "all values that break the schema are named by their paths together",
    proves("execute.input.schema", "execute.input.all-at-once", "errors.details.all", "errors.details.path"),
    async () => {
      const fields = { title: "", amount: -1, lines: [{ sku: "a" }, { sku: 3, count: 0 }, { count: 1 }] };
      await refuse(create({ fields }), "VALIDATION_ERROR", [
        "fields.title",
        "fields.amount",
        "fields.lines[1].sku",
        "fields.lines[1].count",
        "fields.lines[2].sku",
      ]);
    },
  );

  test("subItems are merged into the input", proves("execute.sub-items.merged"), async () => {
    const lines = [{ sku: "a", count: 2 }];
    await execute(bench.caller, bench.tool("create_item"), { fields: { title: "x" }, subItems: { lines } });
    expect(lastBody()).toEqual({ title: "x", lines });
  });

  test("subItems are checked as part of the input", proves("execute.sub-items.merged"), async () => {
    const subItems = { lines: [{ count: 0 }] };
    await refuse(create({ fields: { title: "x" }, subItems }), "VALIDATION_ERROR");
  });

  test("a name in both fields and subItems is 400", proves("execute.sub-items.clash"), async () => {
    const body = { fields: { title: "x", lines: [] }, subItems: { lines: [] } };
    await refuse(create(body), "VALIDATION_ERROR", ["subItems.lines"]);
  });
});

describe("overrides", () => {
  test(
    "replace an overridable field for that call only",
    proves("execute.override.applies", "execute.override.once", "execute.auth.server-variable"),
    async () => {
      const customConnectionData = [{ fieldName: "region", value: "us" }];
      await execute(bench.caller, bench.tool("list_items"), { customConnectionData });
      expect(bench.downstream.requests.at(-1)?.base).toBe("/us/main");
      await execute(bench.caller, bench.tool("list_items"), {});
      expect(bench.downstream.requests.at(-1)?.base).toBe("/eu/main");
    },
  );

  test(
    "of a field that is not overridable are refused",
    proves("execute.override.not-overridable"),
    async () => {
      const secretField = Object.keys(bench.connection.secrets)[0] ?? "";
      const customConnectionData = [
        { fieldName: "region", value: "us" },
        { fieldName: "tenant", value: "other" },
        { fieldName: secretField, value: plantSecret("override") },
      ];
      await refuse(create({ fields: { title: "x" }, customConnectionData }), "VALIDATION_ERROR", [
        "customConnectionData[1].fieldName",
        "customConnectionData[2].fieldName",
      ]);
    },
  );

  test("cannot lead to another address", proves("execute.override.stays-inside"), async () => {
    const values = [
      "../..",
      "..",
      "x/../../..",
      "a?b=c",
      "a#b",
      "//evil.example/",
      "a\\b",
      "%2e%2e",
      "@evil",
      "",
    ];
    for (const value of values) {
      bench.downstream.forget();
      const path = `/v1/tools/${bench.tool("list_items")}/execute`;
      const response = await bench.caller.post(path, {
        customConnectionData: [{ fieldName: "region", value }],
      });
      expect([200, 400], value).toContain(response.status);
      for (const { base, path: rest } of bench.downstream.requests) {
        expect(`${base}${rest}`, value).toMatch(/\/main\/items$/);
        expect(decodeURIComponent(base).split("/"), value).not.toContain("..");
      }
    }
  });

  test("of a field that the connection lacks are refused", proves("execute.override.unknown"), async () => {
    const customConnectionData = [{ fieldName: "planet", value: "mars" }];
    await refuse(create({ fields: { title: "x" }, customConnectionData }), "VALIDATION_ERROR", [
      "customConnectionData[0].fieldName",
    ]);
  });
});

describe("the order of checks", () => {
  const wrong = { fields: {}, customConnectionData: [{ fieldName: "tenant", value: "x" }] };

  test(
    "the tool is found before the connection",
    proves("execute.order.tool-before-connection"),
    async () => {
      const path = "/v1/tools/no_such_tool/execute";
      const { message } = await refuse(
        bench.caller.post(path, {}, { query: { connectionId: 2_000_000_000 } }),
        "NOT_FOUND",
      );
      expect(message).toContain("no_such_tool");
    },
  );

  test(
    "the connection is found before overrides are checked",
    proves("execute.order.connection-before-overrides"),
    async () => {
      const unconnected = await hireActor();
      const path = `/v1/tools/${bench.tool("create_item")}/execute`;
      await refuse(unconnected.post(path, wrong), "NO_DEFAULT_CONNECTION");
      await refuse(create(wrong, { connectionId: 2_000_000_000 }), "NOT_FOUND");
    },
  );

  test("overrides are checked before the input", proves("execute.order.overrides-before-input"), async () => {
    const { details } = await refuse(create(wrong), "VALIDATION_ERROR");
    expect(details?.[0]?.field).toBe("customConnectionData[0].fieldName");
  });

  test("nothing is sent before all checks passed", proves("execute.nothing-sent"), async () => {
    const before = bench.downstream.requests.length;
    const good = { title: "x" };
    await create(wrong);
    await create({ fields: {} });
    await create({ fields: good, other: 1 });
    await create({ fields: good, subItems: good });
    await create({ fields: good }, { connectionId: 2_000_000_000 });
    await create({ fields: good }, { toolsetId: "x" });
    await create({ fields: good, top: 1, filters: [{ fieldName: "a", operator: "nope", value: "" }] });
    expect(bench.downstream.requests.length).toBe(before);
  });
});
