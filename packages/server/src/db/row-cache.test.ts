import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { RowCache } from "./row-cache.ts";

/** A cache whose loads the test completes one by one. */
function openCache(state = { isFresh: true }) {
  const loads: { key: string; finish: (value: string | null) => void; fail: (error: Error) => void }[] = [];
  const cache = new RowCache<string>({
    max: 2,
    isFresh: () => state.isFresh,
    load: (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | null>();
      loads.push({ key, finish: resolve, fail: reject });
      return promise;
    },
  });
  return { cache, loads, state };
}

test("a row is loaded once and then comes from memory", async () => {
  const { cache, loads } = openCache();
  const both = Promise.all([cache.get("a"), cache.get("a")]);
  loads[0]?.finish("row");
  expect(await both).toEqual(["row", "row"]);
  expect([await cache.get("a"), cache.peek("a"), loads.length]).toEqual(["row", "row", 1]);
});

test("a missing row is not cached", async () => {
  const { cache, loads } = openCache();
  const first = cache.get("a");
  loads[0]?.finish(null);
  expect(await first).toBeNull();
  const second = cache.get("a");
  loads[1]?.finish("row");
  expect(await second).toBe("row");
});

test("a row loaded during a change is returned and not cached", async () => {
  for (const change of ["forget", "forgetAnother", "clear"] as const) {
    const { cache, loads } = openCache();
    const reading = cache.get("a");
    if (change === "clear") {
      cache.clear();
    } else {
      cache.forget(change === "forget" ? "a" : "b");
    }
    loads[0]?.finish("old");
    expect(await reading).toBe("old");
    expect(cache.peek("a")).toBeUndefined();
  }
});

test("rows that a change affects are found by their values", async () => {
  const { cache, loads } = openCache();
  const known = Promise.all([cache.get("a"), cache.get("b")]);
  loads[0]?.finish("one");
  loads[1]?.finish("two");
  await known;
  const underWay = cache.get("c");
  cache.forgetWhere((row) => row === "one");
  expect([cache.peek("a"), cache.peek("b")]).toEqual([undefined, "two"]);
  loads[2]?.finish("one");
  await underWay;
  expect(cache.peek("c")).toBeUndefined();
});

test("a get after a change does not return a load from before it", async () => {
  const { cache, loads } = openCache();
  const before = cache.get("a");
  cache.forget("a");
  const after = cache.get("a");
  expect(loads).toHaveLength(2);
  loads[1]?.finish("new");
  expect(await after).toBe("new");
  loads[0]?.finish("old");
  expect(await before).toBe("old");
  expect(cache.peek("a")).toBe("new");
});

test("an old load that completes does not replace a newer one in progress", async () => {
  const { cache, loads } = openCache();
  const before = cache.get("a");
  cache.clear();
  const after = cache.get("a");
  loads[0]?.finish("old");
  await before;
  const third = cache.get("a");
  expect(loads).toHaveLength(2);
  loads[1]?.finish("new");
  expect(await Promise.all([after, third])).toEqual(["new", "new"]);
});

test("a dropped row is loaded again", async () => {
  const { cache, loads } = openCache();
  const first = cache.get("a");
  loads[0]?.finish("old");
  await first;
  cache.forget("a");
  expect(cache.peek("a")).toBeUndefined();
  const second = cache.get("a");
  loads[1]?.finish("new");
  expect(await second).toBe("new");
});

test("while changes may have been missed, nothing comes from memory and nothing is cached", async () => {
  const { cache, loads, state } = openCache();
  const first = cache.get("a");
  loads[0]?.finish("row");
  await first;
  state.isFresh = false;
  expect(cache.peek("a")).toBeUndefined();
  const second = cache.get("a");
  loads[1]?.finish("newer");
  expect(await second).toBe("newer");
  state.isFresh = true;
  // The listener clears the cache when it becomes fresh again. Otherwise the old row would be returned.
  expect(cache.peek("a")).toBe("row");
  cache.clear();
  expect(cache.peek("a")).toBeUndefined();
});

test("while changes may have been missed, a get returns no load from before it, and all that come meanwhile share one", async () => {
  const { cache, loads } = openCache({ isFresh: false });
  const before = cache.get("a");
  const after = [cache.get("a"), cache.get("a")];
  loads[0]?.finish("old");
  expect(await before).toBe("old");
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.finish("new");
  expect(await Promise.all(after)).toEqual(["new", "new"]);
  const later = cache.get("a");
  loads[2]?.finish("newer");
  expect(await later).toBe("newer");
});

test("while changes may have been missed, a failed load fails for all waiting callers, and the next call loads again", async () => {
  const { cache, loads } = openCache({ isFresh: false });
  const all = Promise.allSettled([cache.get("a"), cache.get("a"), cache.get("a")]);
  loads[0]?.fail(new Error("away"));
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const again = cache.get("a");
  loads[1]?.finish("row");
  expect(await again).toBe("row");
});

test("a failed load fails for all waiting callers, and the next call loads again", async () => {
  const { cache, loads } = openCache();
  const both = Promise.allSettled([cache.get("a"), cache.get("a")]);
  loads[0]?.fail(new Error("away"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = cache.get("a");
  loads[1]?.finish("row");
  expect(await again).toBe("row");
});

test("the least recently used row is dropped", async () => {
  const { cache, loads } = openCache();
  for (const key of ["a", "b", "c"]) {
    const reading = cache.get(key);
    loads.at(-1)?.finish(key.toUpperCase());
    await reading;
    if (key === "b") {
      cache.peek("a");
    }
  }
  expect(["a", "b", "c"].map((key) => cache.peek(key))).toEqual(["A", undefined, "C"]);
});

test("with absentMs, a missing row is cached for that time or until a change reports it", async () => {
  let loads = 0;
  const state = { isFresh: true };
  const cache = new RowCache<string>({
    max: 2,
    isFresh: () => state.isFresh,
    load: async () => {
      loads++;
      return null;
    },
    absentMs: 600_000,
  });
  expect([await cache.get("a"), await cache.get("a"), loads]).toEqual([null, null, 1]);
  cache.forget("a");
  expect([await cache.get("a"), await cache.get("a"), loads]).toEqual([null, null, 2]);
  state.isFresh = false;
  expect([await cache.get("a"), loads]).toEqual([null, 3]);
  const brief = new RowCache<string>({
    max: 2,
    isFresh: () => true,
    load: async () => {
      loads++;
      return null;
    },
    absentMs: 50,
  });
  await brief.get("a");
  await sleep(60);
  expect([await brief.get("a"), loads]).toEqual([null, 5]);
});
