import { expect, test } from "vitest";
import { CallGate } from "./call-gate.ts";

function openWaiters(started: string[]) {
  return (name: string) => ({ start: () => void started.push(name) });
}

test("runs and queues calls up to its limits, and refuses the rest", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new CallGate(1, 2);
  expect([gate.enter(named("a"), 1), gate.enter(named("b"), 1), gate.enter(named("c"), 1)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(gate.enter(named("d"), 1)).toBe(false);
  expect(started).toEqual(["a"]);
  gate.leave(1);
  await Promise.resolve();
  expect(started).toEqual(["a", "b"]);
  gate.leave(1);
  await Promise.resolve();
  expect(started).toEqual(["a", "b", "c"]);
});

test("starts the next call after the callback of the call that leaves", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new CallGate(1, 1);
  gate.enter(named("a"), 1);
  gate.enter(named("b"), 1);
  gate.leave(1);
  expect(started).toEqual(["a"]);
  await Promise.resolve();
  expect(started).toEqual(["a", "b"]);
});

test("drops a call that withdraws, and is idle when all calls have left", () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new CallGate(1, 1);
  const second = named("b");
  gate.enter(named("a"), 1);
  gate.enter(second, 1);
  expect(gate.isIdle).toBe(false);
  expect(gate.withdraw(second, 1)).toBe(true);
  expect(gate.withdraw(second, 1)).toBe(false);
  gate.leave(1);
  expect(gate.isIdle).toBe(true);
  expect(started).toEqual(["a"]);
});

test("leaves places for others beside a party whose calls do not end", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new CallGate(8, 8);
  const enter = (party: number, names: string) => [...names].map((name) => gate.enter(named(name), party));
  expect(enter(1, "abcdefghABCDEFGH")).not.toContain(false);
  expect(enter(1, "z")).toEqual([false]);
  expect(started.join("")).toBe("abcdefgh");
  enter(2, "ijk");
  enter(3, "lm");
  expect(started.join("")).toBe("abcdefghijkl");
  gate.leave(1);
  gate.leave(1);
  await Promise.resolve();
  expect(started.slice(12)).toEqual(["m"]);
  for (const party of [2, 2, 2, 3, 3, ...Array(14).fill(1)]) {
    gate.leave(party);
    await Promise.resolve();
  }
  expect(started.slice(13).join("")).toBe("ABCDEFGH");
  expect(gate.isIdle).toBe(true);
});

test("lets waiting parties take turns", async () => {
  const started: string[] = [];
  const named = openWaiters(started);
  const gate = new CallGate(1, 4);
  for (const [name, party] of Object.entries({ a: 1, b: 2, c: 1, d: 1, e: 1, f: 2, g: 2 })) {
    gate.enter(named(name), party);
  }
  for (const party of [1, 2, 1, 2, 1, 2, 1]) {
    gate.leave(party);
    await Promise.resolve();
  }
  expect(started.join("")).toBe("abcfdge");
  expect(gate.isIdle).toBe(true);
});
