import { quoteName } from "../quote-name.ts";

/** Writes a table's name for callers. A part with a dot or a quotation mark is quoted, so that every name means one table. */
export const writeTableName = (path: readonly string[]): string =>
  path.map((part) => (/[."]/.test(part) ? quoteName(part) : part)).join(".");

const parts = /(?:"((?:[^"]|"")+)"|([^".]+))(?:\.|$)/gy;

/** Reads what `writeTableName` wrote. Any other text is one name. */
export function parseTableName(name: string): string[] {
  const path: string[] = [];
  let length = 0;
  for (const [piece, quoted, plain] of name.matchAll(parts)) {
    path.push(plain ?? (quoted ?? "").replaceAll('""', '"'));
    length += piece.length;
  }
  return length === name.length && !name.endsWith(".") && path.length > 0 && path.length <= 2 ? path : [name];
}
