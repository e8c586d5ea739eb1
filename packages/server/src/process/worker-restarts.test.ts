import { expect, test } from "vitest";
import { WorkerRestarts } from "./worker-restarts.ts";

test("a worker that served is always replaced at once", () => {
  const restarts = new WorkerRestarts(2);
  for (let count = 0; count < 50; count++) {
    restarts.noteListening();
    expect(restarts.noteDeath(true, false)).toBe(0);
  }
});

test("workers that die before serving are replaced after growing delays, and in the end not at all", () => {
  const restarts = new WorkerRestarts(2);
  restarts.noteListening();
  const delays = Array.from({ length: 13 }, () => restarts.noteDeath(false, false));
  expect(delays).toEqual(
    [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 30, 30].map((seconds) => seconds * 1000).concat([null as never]),
  );
  restarts.noteListening();
  expect(restarts.noteDeath(false, false)).toBe(1000);
});

test("a worker that dies before serving is replaced again and again while another one serves", () => {
  const restarts = new WorkerRestarts(2);
  restarts.noteListening();
  const delays = Array.from({ length: 2000 }, () => restarts.noteDeath(false, true));
  expect(delays.slice(0, 3)).toEqual([1000, 1000, 2000]);
  expect(new Set(delays.slice(10))).toEqual(new Set([30_000]));
});

test("no worker is replaced before one has served", () => {
  expect(new WorkerRestarts(4).noteDeath(false, false)).toBeNull();
});
