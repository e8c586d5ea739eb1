import { expect, test } from "vitest";
import { readLargeMessage } from "./read-large-message.ts";

const secret = "a-secret-of-some-length";
const words = `${"x".repeat(16 * 1024 - 5)} ${secret} ${"y".repeat(60_000)}`;

const read = (message: object) =>
  readLargeMessage({
    body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })),
    isStream: false,
    id: "1",
    secretTexts: [secret],
  });

test.each([
  ["a failed tool", { result: { isError: true, content: [{ type: "text", text: words }] } }],
  ["a refusal", { error: { code: -32_602, message: words } }],
])("the words of %s are masked before they are cut, so that no part of a secret is left", (_, message) => {
  const { replacement, result } = read(message);
  const said = replacement + result?.failureText;
  expect(said).toContain("xxx ***");
  expect(said.length).toBeLessThan(17_000);
  expect(said).not.toContain(secret.slice(0, 3));
});

test("of the responses in a stream, the one to the request is read", () => {
  const write = (id: unknown, text: string) =>
    `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } })}\n\n`;
  const events = [write(2, "other"), write({ toString: 1 }, "other"), write(1, "own"), write(1, "again")];
  const body = Buffer.from(events.join(""));
  const { result } = readLargeMessage({ body, isStream: true, id: "1", secretTexts: [] });
  expect(result?.outputText).toBe('"own"');
  expect(readLargeMessage({ body, isStream: true, id: "3", secretTexts: [] }).result).toBeNull();
});
