import { expect, test } from "vitest";
import { compileLinearPattern } from "./linear-pattern.ts";

test.each([
  ["^[a-z0-9-]+$", ["a-1"], ["A", "a\n", ""]],
  ["b", ["abc"], ["ac"]],
  ["^\\d{4}-\\d{2}$", ["2026-01"], ["٢٠٢٦-01"]],
  ["^\\u0041\\/\\x42$", ["A/B"], ["A/"]],
  ["^[\\w.\\-]+@[\\w-]+$", ["a.b-c@d"], ["a b@c"]],
  ["^.$", ["a", "😀"], ["\n", "ab"]],
  ["^\\s\\S$", [" a", "\u00a0b", "\u3000c"], ["ab", "  "]],
  ["^[\\s,]+$", [", ,"], ["a"]],
  ["^(?<year>\\d+)$", ["5"], ["x"]],
  ["^(a|b)*?c$", ["abc"], ["abd"]],
  ["^{x}$", ["{x}"], ["x"]],
  ["\\bfoo\\b", ["a foo b"], ["food"]],
])("%s matches as in JavaScript", (pattern, fits, others) => {
  const compiled = compileLinearPattern(pattern);
  for (const text of fits) {
    expect(compiled?.test(text), text).toBe(true);
  }
  for (const text of others) {
    expect(compiled?.test(text), text).toBe(false);
  }
});

test.each(["^(?!a)", "(?<=a)b", "(a)\\1", "(", "[", "a".repeat(3000), "([a-z]{1,900})".repeat(30)])(
  "%s is refused",
  (pattern) => {
    expect(compileLinearPattern(pattern)).toBeNull();
  },
);

test.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
  "%s runs in linear time",
  (pattern) => {
    const begin = process.cpuUsage();
    compileLinearPattern(pattern)?.test(`${"a".repeat(50_000)}!`);
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(4000);
  },
);

test("thousands of counted repetitions are refused without a try", () => {
  const begin = process.cpuUsage();
  expect(compileLinearPattern("[\\p{L}\\w]{0,1000}".repeat(100))).toBeNull();
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(1000);
});
