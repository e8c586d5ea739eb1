import { expect, it } from "vitest";
import { renderToolHelp } from "./render-help.ts";

const text = { type: "string" };

it("writes a member that is called like an option of the command as a pair", () => {
  const tool = {
    slug: "issues_list",
    name: "List issues",
    description: "Lists the issues.",
    inputSchema: {
      type: "object",
      properties: { labels: text, sort: text, top: { type: "integer" }, json: { type: "boolean" } },
    },
  };
  const help = renderToolHelp(tool as never, new Set(["sort", "top", "json"]));
  expect(help.match(/^ {2}-.*$/gm)?.map((line) => line.trim())).toEqual([
    "--labels <string>",
    "-f sort=<string>",
    "-F top=<integer>",
    "-F json=<true|false>",
  ]);
});

it("lets nothing of a tool move the cursor", () => {
  const hidden = "\u001b[2J\n";
  const tool = {
    slug: `a${hidden}b`,
    name: hidden,
    description: hidden,
    inputSchema: {
      type: "object",
      properties: {
        [hidden]: { type: hidden, description: hidden },
        list: { type: "array", items: { type: hidden } },
        one: { enum: [hidden], default: hidden },
      },
    },
  };
  const help = renderToolHelp(tool as never, new Set());
  expect(help).toContain("Usage: bowline execute a [2J b [input]");
  expect(help).not.toContain("\u001b");
  expect(help.split("\n")).toHaveLength(12);
});

it("says what the tool does, where its description has only details", () => {
  const tool = { slug: "issues_list", name: "List issues", description: "Sorted by id.", inputSchema: {} };
  expect(renderToolHelp(tool as never, new Set()).split("\n")[2]).toBe("List issues. Sorted by id.");
});

it("offers no null among the values, which would be sent as a word, and leaves no room for a missing description", () => {
  const state = { type: ["string", "null"], enum: ["open", "closed", null] };
  const tool = { slug: "issues_list", name: "", description: "", inputSchema: { properties: { state } } };
  const [, , heading, line] = renderToolHelp(tool as never, new Set()).split("\n");
  expect([heading, line]).toEqual(["Input:", "  --state <open|closed>"]);
});
