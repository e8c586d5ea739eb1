import { expect, test } from "vitest";
import { readLargeMessage } from "./read-large-message.ts";

const secret = "a-secret-of-some-length";
const words = `${"x".repeat(16 * 1024 - 5)} ${secret} ${"y".repeat(60_000)}`;

const read = (message: object) =>
  readLargeMessage({
    body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })),
    isStream: false,
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
