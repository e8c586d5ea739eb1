import { expect, it } from "vitest";
import { renderToolHelp } from "./render-help.ts";

const text = { type: "string" };

it("writes a member that is called like an option of the command as a pair", () => {
  const tool = {
    slug: "issues_list",
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
