import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ShownRun, showRun } from "./show-run.ts";
import { writeCalls } from "./write-calls.ts";

const run: ShownRun = {
  toolSlug: "desk_create_ticket",
  toolName: "desk_create_ticket",
  input: { title: "It's broken", tags: ["a"], note: "@home" },
  options: { filters: [{ fieldName: "state", operator: "eq", value: "open" }], sort: [], top: 5, offset: 0 },
  contextValue: null,
  connectionId: 7,
  toolsetId: null,
  overrides: [],
  idempotencyKey: null,
  files: new Map(),
};
const write = (changes: Partial<ShownRun> = {}): Record<string, string> =>
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
  expect(write({ options: { filters: [], sort: [], top: null, offset: 0 } }).TypeScript).toBe(
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

test("an input whose name a flag would read otherwise is written as JSON for the command line", () => {
  for (const name of ["filter.state", "a=b"]) {
    expect(write({ input: { [name]: "open" }, connectionId: null })["Command line"]).toMatch(
      /--input - <<'?EOF'?\n\{\n {2}"(filter\.state|a=b)": "open"\n\}\nEOF$/,
    );
  }
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
  const renamed = write({ toolsetId: "set", toolName: "report_a_fault" });
  expect(JSON.parse(renamed.MCP ?? "").params.name).toBe("report_a_fault");
  expect(renamed["Command line"]).toContain("execute desk_create_ticket");
});

test("the page of results, the idempotency key and the connection's fields are in each call that takes them", () => {
  const more = {
    options: { filters: [], sort: [], top: 5, offset: 10 },
    idempotencyKey: "order 7",
  };
  const calls = write(more);
  expect(calls.curl).toContain('"offset": 10');
  expect(calls.curl).toContain("-H 'idempotency-key: order 7'");
  expect(calls.TypeScript).toContain('idempotencyKey: "order 7"');
  expect(calls["Command line"]).toContain("--offset 10 \\\n  --top 5");
  expect(calls["Command line"]).toContain("--idempotency-key 'order 7'");
  expect(calls.MCP).toContain('"offset": 10');
  const overridden = write({ overrides: [{ fieldName: "region", value: "us" }] });
  expect(overridden.curl).toContain('"fieldName": "region"');
  expect(overridden["Command line"]).toContain(
    "npx bowline api POST 'tools/desk_create_ticket/execute?connectionId=7' --input - <<EOF",
  );
  const { note } = writeCalls({ ...run, ...more, contextValue: "a" }, "").at(-1) ?? {};
  expect(note).toContain("MCP has no place for the object that is worked on or an idempotency key.");
});

test("secret fields of the connection are named, and not written", () => {
  const overrides = [
    { fieldName: "region", value: "us" },
    { fieldName: "token", value: "canary" },
  ];
  const shown = showRun({ ...run, overrides }, {}, new Set(["token"]));
  expect(JSON.stringify(writeCalls(shown, ""))).not.toContain("canary");
  expect(shown.overrides).toEqual([
    { fieldName: "region", value: "us" },
    { fieldName: "token", value: "<token>" },
  ]);
});

test("files are read from the disk: the shell writes the very request, whatever the texts contain", () => {
  const folder = mkdtempSync(join(tmpdir(), "bowline-calls-"));
  const fileName = "it's a $(file).bin";
  const bytes = Buffer.from(Array.from({ length: 999 }, (_, index) => index % 256));
  try {
    writeFileSync(join(folder, fileName), bytes);
    const file = { fileName, base64: bytes.toString("base64") };
    const input = { title: '`$HOME` costs \\ $(whoami) "quoted"', files: [file] };
    const shown = showRun({ ...run, input, connectionId: null }, {}, new Set());
    const calls = Object.fromEntries(writeCalls(shown, "").map(({ name, code }) => [name, code]));
    expect(JSON.stringify(calls)).not.toContain(file.base64.slice(0, 40));
    const [, curl = ""] = (calls.curl ?? "").split("--data-binary @- ");
    const runInShell = (document: string) =>
      JSON.parse(execFileSync("sh", ["-c", `cat ${document}`], { cwd: folder, encoding: "utf8" }));
    expect(runInShell(curl).fields).toEqual(input);
    const [, command = ""] = (calls["Command line"] ?? "").split("--input - ");
    expect(runInShell(command)).toEqual(input);
    expect(calls.TypeScript).toContain(`readFileSync("it's a $(file).bin").toString("base64")`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
