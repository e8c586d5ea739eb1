import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { loadInBatches } from "./load-in-batches.ts";

test("all keys requested during a statement share the next one", async () => {
  const statements: string[][] = [];
  let underWay = 0;
  const load = loadInBatches(async (keys) => {
    expect(++underWay).toBe(1);
    statements.push(keys);
    await sleep(5);
    underWay--;
    return new Map(keys.filter((key) => key !== "none").map((key) => [key, key.toUpperCase()]));
  }, 3);
  const values = await Promise.all(["a", "b", "none", "d", "e"].map(load));
  expect(values).toEqual(["A", "B", null, "D", "E"]);
  expect(statements).toEqual([["a"], ["b", "none", "d"], ["e"]]);
});

test("a failed statement fails for the callers that shared it, not for later ones", async () => {
  const load = loadInBatches(async (keys) => {
    if (keys.includes("bad")) {
      throw new Error("away");
    }
    return new Map([["good", 1]]);
  });
  await expect(load("bad")).rejects.toThrow("away");
  expect(await load("good")).toBe(1);
});
