import { expect, test } from "vitest";
import { openFitThreads, prepareOutput } from "./output-schemas.ts";

const never = { run: () => Promise.reject(new Error("No thread is needed.")) };
const records = {
  type: "object",
  properties: {
    all: {
      type: "array",
      items: { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } },
    },
  },
};

test.each([
  ["a short output at once", 3, never],
  ["a long one in a thread", 5000, openFitThreads({ timeoutMs: 30_000 })],
])("%s loses the members that do not fit", async (_how, count, threads) => {
  const all = Array.from({ length: count }, (_, id) => ({ id, name: id === 1 ? 1 : "a" }));
  const fitted = await prepareOutput(JSON.stringify(records), threads)?.fit({ all }, 1);
  expect(fitted).toEqual({ all: all.map(({ id, name }) => (id === 1 ? { id } : { id, name })) });
});

test("an output is empty when its schema, whose alternatives multiply, takes too long to check", async () => {
  const defs: Record<string, object> = { d40: { type: "object" } };
  for (let level = 0; level < 40; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { anyOf: [next, next], allOf: [next, next] };
  }
  const schema = { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: defs };
  const output = prepareOutput(JSON.stringify(schema), openFitThreads({ timeoutMs: 500 }));
  expect(await output?.fit({ a: {} }, 1)).toEqual({});
});
