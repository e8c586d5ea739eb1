import { expect, test } from "vitest";
import { OriginGate } from "./origin-gate.ts";

function openWaiters(started: string[]) {
  return (name: string) => ({ start: () => void started.push(name) });
}

test("runs and queues calls up to its limits, and refuses the rest", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new OriginGate(1, 2);
  expect([gate.enter(named("a")), gate.enter(named("b")), gate.enter(named("c"))]).toEqual([
    true,
    true,
    true,
  ]);
  expect(gate.enter(named("d"))).toBe(false);
  expect(started).toEqual(["a"]);
  gate.leave();
  await Promise.resolve();
  expect(started).toEqual(["a", "b"]);
  gate.leave();
  await Promise.resolve();
  expect(started).toEqual(["a", "b", "c"]);
});

test("starts the next call after the callback of the call that leaves", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new OriginGate(1, 1);
  gate.enter(named("a"));
  gate.enter(named("b"));
  gate.leave();
  expect(started).toEqual(["a"]);
  await Promise.resolve();
  expect(started).toEqual(["a", "b"]);
});

test("drops a call that withdraws, and is idle when all calls have left", () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new OriginGate(1, 1);
  const second = named("b");
  gate.enter(named("a"));
  gate.enter(second);
  expect(gate.isIdle).toBe(false);
  expect(gate.withdraw(second)).toBe(true);
  expect(gate.withdraw(second)).toBe(false);
  gate.leave();
  expect(gate.isIdle).toBe(true);
  expect(started).toEqual(["a"]);
});
