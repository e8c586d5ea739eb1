import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../testing/open-world.ts";
import { Bowline } from "./index.ts";

let world: World;
const call = async () => {
  const { historyId } = await world.bowline.tools.execute("things_list_things");
  return historyId ?? 0;
};

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("for await returns each record once while others arrive, and begins at the offset", async () => {
  const made: number[] = [];
  for (let count = 0; count < 7; count++) {
    made.unshift(await call());
  }
  const listed: number[] = [];
  for await (const { historyId } of world.bowline.executions.list({ top: 2, offset: 1 })) {
    listed.push(historyId);
    await call();
  }
  expect(listed).toEqual(made.slice(1));
  const newer: number[] = [];
  for await (const { historyId } of world.bowline.executions.list({ top: 2, after: made[6] })) {
    newer.push(historyId);
  }
  expect(newer.slice(0, 6)).toEqual([4, 5, 2, 3, 0, 1].map((index) => made[index]));
});

test("for await ends when the last record of a page was deleted meanwhile", async () => {
  await call();
  const { bowline, apiKey, baseUrl } = world;
  const unknown = new Bowline({
    apiKey,
    baseUrl,
    fetch: (url, init) => fetch(String(url).replace(/before=\d+/, "before=2147483647"), init),
  });
  expect(await unknown.executions.list({ top: 3 }).toArray()).toHaveLength(3);
  expect(await bowline.executions.list({ top: 3 }).toArray({ limit: 5 })).toHaveLength(5);
});
