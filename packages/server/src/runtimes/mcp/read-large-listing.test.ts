import { expect, test } from "vitest";
import { mcpListingLimits } from "./mcp-listing-limits.ts";
import { readLargeListing } from "./read-large-listing.ts";

const readWhole = (text: string, isStream = false) =>
  readLargeListing({ body: Buffer.from(text), isStream, id: "1", secretTexts: [] });
const read = (text: string, isStream = false) => readWhole(text, isStream).replacement;
const readTools = (text: string) => readWhole(text).toolTexts?.map((tool) => JSON.parse(tool));
const message = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });

test("of a long list as much is left as is used, and a sign that there is more", () => {
  const tools = Array.from({ length: 5000 }, (_, index) => ({
    name: `tool${index}`,
    icons: ["x"],
    title: "a",
    execution: { taskSupport: "optional" },
  }));
  const list = message({ tools: [5, {}, ...tools], nextCursor: null, ttlMs: 1 });
  expect(JSON.parse(read(list)).result).toEqual({ tools: [], ttlMs: 1 });
  const used = tools.slice(0, mcpListingLimits.tools + 1).map(({ icons: _, ...tool }) => tool);
  expect(readTools(list)).toEqual(used);
});

test("a null in a schema stays, and a large number is read as in a short list", () => {
  const inputSchema = { properties: { a: { default: null, maximum: 2 ** 63 } } };
  expect(readTools(message({ tools: [{ name: "a", inputSchema }] }))).toEqual([{ name: "a", inputSchema }]);
});

test("a response is found in a stream, and other messages pass whole", () => {
  const other = message({ instructions: "x" });
  expect(read(`data: {"method":"a"}\n\ndata: ${other}\n\n`, true)).toBe(other);
  expect(read("data: {\n\n", true)).toMatch(/^: /);
  expect(read("[")).toBe("{}");
  expect(readWhole(other).toolTexts).toBeNull();
});
