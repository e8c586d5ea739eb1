import { expect, test } from "vitest";
import { z } from "zod";
import { listDroppedNames } from "./list-dropped-names.ts";

const schema = z.strictObject({
  tools: z.record(z.string(), z.strictObject({ presets: z.record(z.string(), z.unknown()) })).nullish(),
});

function list(text: string): string[] {
  const body = JSON.parse(text);
  return listDroppedNames(body, schema.parse(body), text).map(({ field }) => field);
}

test("names each member __proto__ that parsing dropped", () => {
  expect(list('{"tools":{"__proto__":{"presets":{}},"a":{"presets":{"__proto__":1}}}}')).toEqual([
    "tools.__proto__",
    "tools.a.presets.__proto__",
  ]);
  expect(list('{"tools":{"_\\u005fproto__":{"presets":{}}}}')).toEqual(["tools.__proto__"]);
});

test("names none that is passed on", () => {
  expect(list('{"tools":{"a":{"presets":{"b":{"__proto__":1},"text":"__proto__"}}}}')).toEqual([]);
  expect(list("{}")).toEqual([]);
});
