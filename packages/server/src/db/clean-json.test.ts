import { expect, it } from "vitest";
import { cleanJson } from "./clean-json.ts";

const clean = (value: unknown) => JSON.parse(cleanJson(JSON.stringify(value)));

it("replaces half a surrogate pair, and removes NUL", () => {
  expect(clean({ "a\ud800": ["b\udfffc", "d\u0000e"] })).toEqual({ "a\ufffd": ["b\ufffdc", "de"] });
});

it("leaves everything else as it is", () => {
  const value = { text: 'a\\ud800 \\u0000 "q" \n\t\u001f 🚀 \\\\', list: [1, null, true] };
  expect(clean(value)).toEqual(value);
});
