import { expect, test } from "vitest";
import { runEach } from "./run-each.ts";

test("steps run one after another, also after one that failed, and what failed is told at the end", async () => {
  const begun: string[] = [];
  const step = (name: string, failure?: Error) => async () => {
    begun.push(name);
    await Promise.resolve();
    if (failure !== undefined) {
      throw failure;
    }
    begun.push(`${name} ended`);
  };
  await runEach([step("a"), step("b")]);
  expect(begun.splice(0)).toEqual(["a", "a ended", "b", "b ended"]);
  const failure = new Error("One.");
  await expect(runEach([step("a", failure), step("b")])).rejects.toBe(failure);
  expect(begun.splice(0)).toEqual(["a", "b", "b ended"]);
  const several = runEach([step("a", failure), step("b", new Error("Two.")), step("c")]);
  await expect(several).rejects.toThrow("Error: One.; Error: Two.");
  expect(begun).toEqual(["a", "b", "c", "c ended"]);
});
