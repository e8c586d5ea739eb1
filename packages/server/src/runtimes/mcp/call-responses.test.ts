import { expect, test } from "vitest";
import { CallResponses } from "./call-responses.ts";

const responses = () =>
  new CallResponses({
    threads: { readMessage: async () => "unused" },
    secretTexts: [],
    onUnreadable: () => undefined,
  });

const flood = 5000;
const message = (members: object) => JSON.stringify({ jsonrpc: "2.0", ...members });
const notification = message({ method: "notifications/tools/list_changed" });
const othersResponse = message({ id: 99, result: {} });
const ownResponse = message({ id: 7, result: { tools: [] } });

test.each([
  ["the call of a tool", true],
  ["what goes before it", false],
])("of the messages in the streams of %s, the client gets a thousand and the response", (_, isOfToolCall) => {
  const call = responses();
  call.expect("7", isOfToolCall);
  const { replaceSmall } = call.chooseReplacements(200, true, isOfToolCall);
  const isPassed = (text: string) => replaceSmall(text) !== "";
  expect(["no message", "{}", '{"jsonrpc":'].filter(isPassed)).toEqual([]);
  const passed = Array.from({ length: flood }, (_message, count) =>
    isPassed(count % 2 === 0 ? notification : othersResponse),
  );
  expect(passed.filter(Boolean)).toHaveLength(1000);
  expect([isPassed(ownResponse), isPassed(ownResponse)]).toEqual([true, false]);
});

test("a body that is no stream is for the client to refuse", () => {
  const { replaceSmall } = responses().chooseReplacements(200, false, true);
  expect(replaceSmall("no message")).toBe("no message");
});

test("a message whose id is an object is passed over", () => {
  const call = responses();
  call.expect("7", true);
  const { replaceSmall } = call.chooseReplacements(200, true, true);
  replaceSmall(message({ id: { toString: 1, valueOf: 1 }, result: { content: [] } }));
  expect(call.result).toBeNull();
  replaceSmall(message({ id: 7, result: { content: [{ type: "text", text: "own" }] } }));
  expect(call.result).toEqual({ content: [{ type: "text", text: "own" }] });
});
