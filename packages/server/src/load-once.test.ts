import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("a value is loaded at the first call, and again only after a failure", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads++;
    if (loads === 1) {
      throw new Error("not there yet");
    }
    return "loaded";
  });
  expect(loads).toBe(0);
  const together = await Promise.allSettled([load(), load()]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await load()).toBe("loaded");
  expect(await load()).toBe("loaded");
  expect(loads).toBe(2);
});
