import { autoIncrement, type Column, type Table } from "../dialect.ts";

/** The kinds of table that hold rows for a caller. MariaDB also lists sequences. */
const kinds: Record<string, Table["kind"]> = {
  "BASE TABLE": "table",
  "SYSTEM VERSIONED": "table",
  VIEW: "view",
  "SYSTEM VIEW": "view",
};

export const tablesQuery =
  "SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?";

/** Columns that the user has any right to. */
export const columnsQuery = `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, COLLATION_NAME, IS_NULLABLE,
  COLUMN_KEY, COLUMN_DEFAULT, EXTRA, PRIVILEGES FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ?`;

export type TableRow = [name: string, type: string];

export type ColumnRow = [
  table: string,
  name: string,
  type: string,
  dataType: string,
  maxLength: number | null,
  collation: string | null,
  isNullable: string,
  key: string,
  fallback: string | null,
  extra: string,
  privileges: string,
];

/** A text that MariaDB may know to be JSON: its JSON is a text with a check. */
export const maybeJson = "longtext_bin";

/** Null: the user may read none of its columns, or it is no table. */
export function readTable(
  database: string,
  [name, type]: TableRow,
  columns: readonly ColumnRow[],
): Table | null {
  const kind = kinds[type];
  const own = columns.filter(([table]) => table === name);
  if (kind === undefined || !own.some((column) => permitsReading(column[10]))) {
    return null;
  }
  return { name, path: [database, name], kind, columns: own.map(readColumn) };
}

function readColumn([
  ,
  name,
  type,
  dataType,
  maxLength,
  collation,
  isNullable,
  key,
  fallback,
  extra,
  privileges,
]: ColumnRow): Column {
  return {
    name,
    type,
    baseType: readBaseType(dataType.toLowerCase(), maxLength, collation),
    isArray: false,
    isNullable: isNullable === "YES",
    isPrimaryKey: key === "PRI",
    isReadable: permitsReading(privileges),
    default: readDefault(fallback, extra),
  };
}

const permitsReading = (privileges: string): boolean => /\bselect\b/i.test(privileges);

/** The longest text, in characters, that the session's `max_sort_length` sorts by all of it. */
export const maxSortedLength = 1024;

function readBaseType(dataType: string, maxLength: number | null, collation: string | null): string {
  if (dataType === "longtext" && collation === "utf8mb4_bin") {
    return maybeJson;
  }
  return dataType === "varchar" && Number(maxLength) > maxSortedLength ? "text" : dataType;
}

/** MariaDB writes a missing default as the word NULL. */
function readDefault(fallback: string | null, extra: string): string | null {
  if (/\bauto_increment\b/i.test(extra)) {
    return autoIncrement;
  }
  return fallback === "NULL" ? null : fallback;
}
