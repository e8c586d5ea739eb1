import { expect, test } from "vitest";
import { dimensions } from "./model-packages.ts";
import { buildVectorTable, measureSimilarities, quantize } from "./vectors.ts";

/** A vector with these first numbers. */
const vector = (...numbers: number[]) =>
  quantize([...numbers, ...new Array(dimensions - numbers.length).fill(0)]);
const bytes = (...numbers: number[]) => Buffer.from(vector(...numbers).buffer);

test("a bytewise vector keeps its direction", () => {
  expect([...vector(0.01, -0.02).subarray(0, 3)]).toEqual([64, -127, 0]);
  expect([...vector(10, -20).subarray(0, 3)]).toEqual([64, -127, 0]);
});

test("similarities are cosines, from the given place on", () => {
  const table = buildVectorTable([bytes(1, 0), bytes(1, 1), bytes(-3, 0), bytes(0, 2)]);
  const similarities = new Float32Array(6);
  measureSimilarities(table, vector(5, 0), similarities, 2);
  expect([...similarities].map((value) => Math.round(value * 100) / 100)).toEqual([0, 0, 1, 0.71, -1, 0]);
});

test("a document without an embedding, or with one of another model, has no similarity", () => {
  const table = buildVectorTable([undefined, Buffer.alloc(7, 1), bytes(1)]);
  const similarities = new Float32Array(3);
  measureSimilarities(table, vector(1), similarities, 0);
  expect([...similarities]).toEqual([0, 0, 1]);
});
