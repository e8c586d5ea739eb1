import { expect, test } from "vitest";
import type { ToolRun } from "./tool-run.ts";
import { writeCalls } from "./write-calls.ts";

const run: ToolRun = {
  toolSlug: "desk_create_ticket",
  input: { title: "It's broken", tags: ["a"], note: "@home" },
  options: { filters: [{ fieldName: "state", operator: "eq", value: "open" }], sort: [], top: 5 },
  contextValue: null,
  connectionId: 7,
  toolsetId: null,
};
const write = (changes: Partial<ToolRun> = {}): Record<string, string> =>
  Object.fromEntries(
    writeCalls({ ...run, ...changes }, "https://bowline.example").map(({ name, code }) => [name, code]),
  );

test("a run is written for curl, with the key's variable and quotes that a shell reads", () => {
  const { curl = "" } = write();
  expect(curl).toContain("'https://bowline.example/v1/tools/desk_create_ticket/execute?connectionId=7'");
  expect(curl).toContain('"x-api-key: $BOWLINE_API_KEY"');
  expect(curl).toContain("It'\\''s broken");
});

test("a run is written for the SDK", () => {
  expect(write({ options: { filters: [], sort: [], top: null } }).TypeScript).toBe(
    `import { Bowline } from "@bowline/sdk";

// The key is read from BOWLINE_API_KEY.
const bowline = new Bowline({ baseUrl: "https://bowline.example" });
const result = await bowline.tools.execute("desk_create_ticket", {
  fields: {
    title: "It's broken",
    tags: [
      "a",
    ],
    note: "@home",
  },
}, {
  connectionId: 7,
});`,
  );
});

test("a run is written for the command line; a text that begins with @ is no file", () => {
  expect(write()["Command line"]).toBe(
    [
      "npx bowline execute desk_create_ticket",
      "-f 'title=It'\\''s broken'",
      `-F 'tags=["a"]'`,
      `-F 'note="@home"'`,
      "--filter 'state eq open'",
      "--top 5",
      "--connection 7",
    ].join(" \\\n  "),
  );
});

test("a run is written as an MCP call, for all tools or for a toolset", () => {
  expect(JSON.parse(write().MCP ?? "").params).toEqual({
    name: "bowline_execute_tool",
    arguments: {
      toolSlug: "desk_create_ticket",
      fields: run.input,
      connectionId: 7,
      results: { filters: run.options.filters, top: 5 },
    },
  });
  expect(JSON.parse(write({ toolsetId: "set" }).MCP ?? "").params).toMatchObject({
    name: "desk_create_ticket",
    arguments: { title: "It's broken", _results: { top: 5 } },
  });
});
