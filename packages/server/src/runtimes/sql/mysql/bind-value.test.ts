import { expect, it } from "vitest";
import { bindValue } from "./bind-value.ts";
import { mysql } from "./mysql.ts";

/** MariaDB has vectors only in versions that Debian does not have, so no database is asked. */
it("writes a vector as the bytes of its numbers, in single precision", () => {
  const column = {
    name: "embedding",
    type: "vector(3)",
    baseType: "vector",
    isArray: false,
    isNullable: true,
    isPrimaryKey: false,
    isReadable: true,
    default: null,
  };
  expect(bindValue([1, 2.5, -3], column)).toEqual(Buffer.from("0000803f00002040000040c0", "hex"));
  expect(bindValue(["x"], column)).toBe('["x"]');
  expect(mysql.describeColumn(column)).toEqual({
    type: ["array", "string", "null"],
    description: "vector(3)",
  });
});
