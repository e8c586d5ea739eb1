import { expect, test } from "vitest";
import { encodeInTurns, maxAtOnce } from "./encode-in-turns.ts";

test.each([
  "",
  "a",
  "ä".repeat(2 * maxAtOnce + 1),
  `${"a".repeat(maxAtOnce - 1)}🙂${"b".repeat(maxAtOnce - 3)}🙂`,
  "🙂".repeat(maxAtOnce),
  `${"a".repeat(maxAtOnce - 1)}\ud83d`,
])("a long text is the same in pieces", async (text) => {
  const pieces = await encodeInTurns(text);
  expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
  expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(3 * maxAtOnce + 1);
});

test("other work continues in between", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await encodeInTurns("a".repeat(40 * maxAtOnce));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
