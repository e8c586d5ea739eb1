import { expect, it } from "vitest";
import { ImportsBusyError, takeImportTurn } from "./import-turns.ts";

it("runs two at a time, in order, and refuses when 20 wait", async () => {
  const order: number[] = [];
  let most = 0;
  let now = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const run = (n: number) => async () => {
    now++;
    most = Math.max(most, now);
    order.push(n);
    await gate;
    now--;
    if (n === 3) {
      throw new Error("broken");
    }
    return n;
  };
  const all = Array.from({ length: 22 }, (_, n) => takeImportTurn(run(n)));
  await expect(takeImportTurn(run(99))).rejects.toBeInstanceOf(ImportsBusyError);
  open();
  const settled = await Promise.allSettled(all);
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 22 }, (_, n) => n));
  expect(await takeImportTurn(async () => 5)).toBe(5);
});
