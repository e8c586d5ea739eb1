import { expect, test } from "vitest";
import { Bowline } from "../index.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { buildOpenAiTools } from "./openai.ts";
import { runToolCall } from "./run-tool-call.ts";

test.each<AdapterOptions>([{}, { strict: true }])(
  "an id that no number holds arrives with its own digits: %o",
  async (options) => {
    const parameters = {
      type: "object",
      properties: { id: { type: "integer" } },
      additionalProperties: false,
    };
    const page = {
      items: [{ type: "function", function: { name: "get", description: "", parameters } }],
      ...{ totalCount: 1, offset: 0, top: 1000 },
    };
    const sent: unknown[] = [];
    const bowline = new Bowline({
      ...{ apiKey: "bwl_key", baseUrl: "http://bowline.test" },
      fetch: async (_url, { body } = {}) => {
        sent.push(body);
        return Response.json(body === undefined ? page : { isSuccess: true, output: null });
      },
    });
    const { handleToolCalls } = await buildOpenAiTools(bowline.toolset("set"), options);
    const call = { name: "get", arguments: '{"id": 9007199254740993}' };
    await handleToolCalls({ tool_calls: [{ id: "1", type: "function", function: call }] });
    expect(sent.at(-1)).toBe('{"fields":{"id":"9007199254740993"}}');
  },
);

test.each([
  ["no such thing", "no such thing. Correct the input"],
  ["No such thing.", "No such thing. Correct the input"],
])("a remedy follows an application's message as a sentence of its own: %s", async (message, said) => {
  const bowline = new Bowline({
    ...{ apiKey: "bwl_key", baseUrl: "http://bowline.test" },
    fetch: async () =>
      Response.json(
        { isSuccess: false, errorMessage: message, executionInfo: null, output: null, historyId: 1 },
        { headers: { "x-bowline-failure-kind": "downstreamRefused" } },
      ),
  });
  const { text } = await runToolCall(bowline.toolset("set"), "get", {});
  expect(text).toContain(said);
});
