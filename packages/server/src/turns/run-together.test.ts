import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { runTogether } from "./run-together.ts";

test("tasks of one turn take each step one after the other, in the next turn", async () => {
  const steps: string[] = [];
  const begin = (name: string) =>
    runTogether(async () => {
      steps.push(`${name}1`);
      await null;
      steps.push(`${name}2`);
    });
  begin("a");
  await null;
  begin("b");
  expect(steps).toEqual([]);
  await nextTurn();
  expect(steps).toEqual(["a1", "b1", "a2", "b2"]);
});

test("a task of a task runs one turn later", async () => {
  const steps: string[] = [];
  runTogether(() => {
    steps.push("first");
    runTogether(() => steps.push("second"));
  });
  await nextTurn();
  expect(steps).toEqual(["first"]);
  await nextTurn();
  expect(steps).toEqual(["first", "second"]);
});

test("an error of one task does not stop the others", async () => {
  const listeners = process.listeners("uncaughtException");
  const errors: unknown[] = [];
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", (error) => errors.push(error));
  const steps: string[] = [];
  runTogether(() => {
    throw new Error("broken");
  });
  runTogether(() => void steps.push("after"));
  try {
    await expect.poll(() => steps).toEqual(["after"]);
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of listeners) {
      process.on("uncaughtException", listener);
    }
  }
  expect(errors).toEqual([new Error("broken")]);
});
