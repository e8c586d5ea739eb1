import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { BatchCalls } from "./batch-calls.ts";

const output = { content: [{ type: "text" as const, text: "a".repeat(100) }] };

test("four calls of a batch run at a time, and all run", async () => {
  const batch = new BatchCalls();
  let running = 0;
  let most = 0;
  const call = async () => {
    most = Math.max(most, ++running);
    await nextTurn();
    running--;
    return output;
  };
  expect(await Promise.all(Array.from({ length: 50 }, () => batch.run(call)))).toHaveLength(50);
  expect(most).toBe(4);
});

test("a call that fails passes its turn on", async () => {
  const batch = new BatchCalls();
  const failing = Array.from({ length: 10 }, () => batch.run(() => Promise.reject(new Error("broken"))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await batch.run(async () => output)).toBe(output);
});

test("no call is begun when the results before it are too large together", async () => {
  const batch = new BatchCalls(250);
  let begun = 0;
  const calls = Array.from({ length: 20 }, () =>
    batch.run(async () => {
      begun++;
      return output;
    }),
  );
  const ends = await Promise.allSettled(calls);
  expect(begun).toBeLessThan(3 + 4);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(begun);
  expect(ends.at(-1)).toMatchObject({ reason: { message: expect.stringContaining("was not run") } });
});
