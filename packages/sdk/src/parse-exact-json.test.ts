import { describe, expect, it } from "vitest";
import { parseExactJson } from "./parse-exact-json.ts";

describe("parseExactJson", () => {
  it.each([
    ["[9007199254740991, -9007199254740991]", [9007199254740991, -9007199254740991]],
    ["[9007199254740993,-12345678901234567890]", ["9007199254740993", "-12345678901234567890"]],
    ["[1e400, -1E+400, 1e-400, 1.5e3]", ["1e400", "-1E+400", 0, 1500]],
    [
      '{"12345678901234567890":"\\"12345678901234567890", "id": 12345678901234567890}',
      { "12345678901234567890": '"12345678901234567890', id: "12345678901234567890" },
    ],
    ['["\\\\",12345678901234567890,"\\\\\\""]', ["\\", "12345678901234567890", '\\"']],
  ])("reads %s", (text, value) => {
    expect(parseExactJson(text)).toEqual(value);
  });

  it("reads a long text with many escapes", () => {
    const long = '\\"line\n'.repeat(500_000);
    expect(parseExactJson(`[${JSON.stringify(long)}, 9007199254740993]`)).toEqual([long, "9007199254740993"]);
  });

  it.each(["{12345678901234567890:1}", "[12345678901234567890", "012345678901234567"])(
    "refuses %s",
    (text) => {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    },
  );
});
