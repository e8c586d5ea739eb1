import type { Column, SqlSyntax } from "../dialect.ts";
import { quoteName } from "../quote-name.ts";
import { readBytes } from "../read-bytes.ts";
import { describeError } from "./describe-error.ts";
import { pushdown } from "./pushdown.ts";

/** The SQLite that Node.js brings. */
export const sqlite: SqlSyntax = {
  quote: quoteName,
  placeholder: (position) => `?${position}`,
  parseTable: (name) => [name],
  bind: bindValue,
  defaultValue,
  describeError,
  describeColumn,
  pushdown,
};

function bindValue(value: unknown, column: Column | null): unknown {
  if (typeof value === "boolean") {
    return Number(value);
  }
  if (column?.baseType === "blob" && typeof value === "string") {
    return readBytes(value, column);
  }
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** Words that are values. Any other word is a text (sqlite.org/lang_createtable.html, the rule of `DEFAULT id`). */
const valueWord = /^(?:null|true|false|current_time|current_date|current_timestamp)$/i;
const plainWord = /^[a-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*$/iu;
const quotes: Record<string, string> = { '"': '"', "`": "`", "[": "]" };

/**
 * SQLite has no `DEFAULT` among the values of an INSERT, but says what the default is. Null: it counts up, or there is none. A name is taken as
 * a text in a default, quoted or not, but as that of a column elsewhere.
 */
function defaultValue(column: Column | null): string {
  const written = column?.default ?? "NULL";
  const end = quotes[written[0] ?? ""];
  if (end !== undefined) {
    return writeText(written.slice(1, -1).replaceAll(end + end, end));
  }
  return plainWord.test(written) && !valueWord.test(written) ? writeText(written) : `(${written})`;
}

const writeText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A column may hold values of other types than its own. Integers that a double does not hold exactly are texts. */
const schemaTypes: Record<string, string[]> = {
  integer: ["integer", "number", "string"],
  boolean: ["boolean", "integer", "string"],
  real: ["number", "string"],
  numeric: ["number", "string"],
  text: ["string", "number"],
  utf16: ["string", "number"],
  blob: ["string", "number"],
};

function describeColumn({ baseType, isNullable, type }: Column): Record<string, unknown> {
  const description = type === "" ? {} : { description: type };
  const types = schemaTypes[baseType];
  return types === undefined
    ? description
    : { type: isNullable ? [...types, "null"] : types, ...description };
}
