import { expect, test } from "vitest";
import { createProgressSender } from "./send-progress.ts";

test("progress goes on ten times a second, and only forward", () => {
  const sent: number[] = [];
  let now = 0;
  const send = createProgressSender(
    "token",
    async ({ params }) => {
      sent.push(params.progress);
    },
    () => now,
  );
  const report = (progress: number) => send({ progress, total: null, message: null });
  for (let step = 0; step < 10_000; step++) {
    report(step);
  }
  expect(sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  now = 1000;
  for (const step of [10_000, 5, Number.NaN, 10_001]) {
    report(step);
  }
  expect(sent.slice(10)).toEqual([10_000, 10_001]);
});
