import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { findInexactArguments } from "./find-inexact-arguments.ts";

const call = (id: number, input: string, more = "") =>
  `{"id":${id},"method":"tools/call","params":{"name":"a"${more},"arguments":${input}}}`;

test("finds the calls whose arguments have a number that would change", () => {
  const batch = [
    call(1, '{"a":[{"b":9007199254740993}]}'),
    call(2, '{"a":"9007199254740993","b":9007199254740992,"c":1e300}'),
    call(3, "1e400"),
    '{"method":"notifications/progress","params":{"arguments":1}}',
  ];
  expect(findInexactArguments(`[${batch.join(",")}]`)).toEqual(new Set([1, 3]));
  expect(findInexactArguments(call(4, '{"__proto__":9007199254740993}'))).toEqual(new Set([4]));
  expect(findInexactArguments(call(5, "{}"))).toEqual(new Set());
});

test.each([
  call(1, "{}", ',"_meta":{"at":9007199254740993}'),
  `[${call(1, '{"a":9007199254740993}')},{"id":9007199254740993,"method":"ping"}]`,
  '{"method":"tools/call","params":{"arguments":{"a":9007199254740993}}}',
  '{"id":1,"method":"ping","params":{"arguments":{"a":9007199254740993}}}',
  "[[[9007199254740993]]]",
  "9007199254740993",
])("refuses %s, where the number is elsewhere", (text) => {
  expect(() => findInexactArguments(text)).toThrow(ApiError);
});
