import type { Column } from "../dialect.ts";
import { instantTypes } from "./column-types.ts";

/**
 * `IS NULL` finds `0000-00-00`, too, when it is asked of a column of dates or times that is NOT NULL itself (MySQL 8.4 reference, 14.4.2): what
 * callers see as a value would be found, and deleted, as null.
 */
export function writeForNullTest(quoted: string, column: Column | null): string {
  const mayBeZero = column !== null && (column.baseType === "date" || instantTypes.has(column.baseType));
  return mayBeZero && !column.isNullable ? `COALESCE(${quoted})` : quoted;
}
