import fc from "fast-check";

/** Texts that often break programs. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u202e\u200b\ufeff",
  "é😀́",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e999",
  "0x10",
  "2147483648",
  "-2147483649",
  "99999999999999999999",
  "00000000-0000-0000-0000-000000000000",
  "0000-00-00T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "2026-02-30T00:00:00Z",
  "2026-01-01T00:00:00+99:99",
  "%",
  "%00",
  "%zz",
  "\\",
  "'; drop table connection; --",
  "#{7*7}{{7*7}}",
  "../../etc/passwd",
  "http://169.254.169.254/",
  "\r\nx-injected: yes",
  "[",
  '[{"a":',
  "a".repeat(600),
  "é".repeat(1000),
];

const hostileNumbers = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e-320,
  Number.MIN_SAFE_INTEGER,
];

/** Objects with member names of the prototype. Only `JSON.parse` can create the first of them. */
const prototypeObjects: unknown[] = [
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  { toString: 1, valueOf: null, hasOwnProperty: "x" },
  { length: 1e9, 0: "x" },
  { $ref: "#/nowhere", toJSON: "x" },
];

/** Any text, often a hostile one. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

const deepValue = fc
  .record({ depth: fc.integer({ min: 1, max: 90 }), isArray: fc.boolean() })
  .map(({ depth, isArray }) => {
    let value: unknown = "deep";
    for (let level = 0; level < depth; level++) {
      value = isArray ? [value] : { a: value };
    }
    return value;
  });

/** Any JSON value, often a hostile one. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { "": null }) },
  { weight: 2, arbitrary: fc.constantFrom(...prototypeObjects) },
  { weight: 1, arbitrary: deepValue },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(0, "x", null), { minLength: 90, maxLength: 130 }) },
);
