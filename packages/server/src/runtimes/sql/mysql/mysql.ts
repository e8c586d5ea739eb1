import type { Column, Dialect } from "../dialect.ts";
import { bindValue } from "./bind-value.ts";
import { describeError, lacksCharacter, noTls } from "./describe-error.ts";
import { openMysqlLink } from "./open-link.ts";
import { pushdown } from "./pushdown.ts";
import { quoteName } from "./quote-name.ts";
import { writeForNullTest } from "./write-for-null-test.ts";

/** MySQL 5.7 and newer, MariaDB 10.3 and newer. */
export const mysql: Dialect = {
  quote: quoteName,
  placeholder: () => "?",
  // A connection sees the tables of its own database only.
  parseTable: (name) => [name],
  bind: bindValue,
  defaultValue: () => "DEFAULT",
  open: openMysqlLink,
  lacksTls: (error) => error instanceof Error && "code" in error && error.code === noTls,
  writeForNullTest,
  describeError,
  describeColumn,
  pushdown,
  // A text with a character that the column's set lacks equals none of its texts in any collation that counts every difference.
  widen: (quoted, _, isRefused) =>
    isRefused
      ? { column: `CONVERT(${quoted} USING utf8mb4) COLLATE utf8mb4_bin`, bind: (text) => text }
      : null,
  lacksCharacter,
};

const schemaTypes: Record<string, string[]> = {
  tinyint: ["integer"],
  smallint: ["integer"],
  mediumint: ["integer"],
  int: ["integer"],
  year: ["integer"],
  // Values that a double cannot hold are texts.
  bigint: ["integer", "string"],
  bit: ["integer", "string"],
  decimal: ["number", "string"],
  float: ["number"],
  double: ["number"],
  // MySQL 9 returns the numbers; MariaDB their bytes, as of any binary column.
  vector: ["array", "string"],
};

function describeColumn({ baseType, isNullable, type }: Column): Record<string, unknown> {
  if (baseType === "json") {
    return { description: "json" };
  }
  const types = schemaTypes[baseType] ?? ["string"];
  return { type: isNullable ? [...types, "null"] : types, description: type };
}
