import type { DatabaseSync } from "node:sqlite";
import type { Column, Table } from "../dialect.ts";

/** Tables of this file. Those that hold the insides of others (full text search) are left out. */
const tablesQuery = `SELECT name, type FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
/** Hidden columns (1) belong to virtual tables and cannot be listed; 2 and 3 are computed ones. */
const columnsQuery = `SELECT name, type, "notnull" AS isRequired, dflt_value AS fallback, pk FROM pragma_table_xinfo(?)
  WHERE hidden <> 1 ORDER BY cid`;

interface TableRow {
  name: string;
  type: string;
}

interface ColumnRow {
  name: string;
  type: string;
  isRequired: number;
  fallback: string | null;
  pk: number;
}

export function listTables(database: DatabaseSync, limit: number): { tables: Table[]; isCut: boolean } {
  const rows = database
    .prepare(`${tablesQuery} ORDER BY name LIMIT ?`)
    .all(limit + 1) as unknown as TableRow[];
  const tables = rows.slice(0, limit).map((row) => readTable(database, row));
  return { tables, isCut: rows.length > limit };
}

export function findTable(database: DatabaseSync, name: string): Table | null {
  const row = database.prepare(`${tablesQuery} AND name = ?`).get(name) as unknown as TableRow | undefined;
  return row === undefined ? null : readTable(database, row);
}

function readTable(database: DatabaseSync, { name, type }: TableRow): Table {
  return {
    name,
    path: ["main", name],
    kind: type === "view" ? "view" : "table",
    columns: listColumns(database, name),
  };
}

/** A view over a table that is gone has none. */
function listColumns(database: DatabaseSync, table: string): Column[] {
  try {
    const rows = database.prepare(columnsQuery).all(table) as unknown as ColumnRow[];
    const encoding = database.prepare("PRAGMA encoding").get();
    const isUtf8 = encoding?.encoding === "UTF-8";
    return rows.map((row) => readColumn(row, isUtf8));
  } catch {
    return [];
  }
}

const readColumn = ({ name, type, isRequired, fallback, pk }: ColumnRow, isUtf8: boolean): Column => ({
  name,
  type,
  // SQLite sorts texts by their bytes, which in UTF-16 have another order than the characters.
  baseType: findBaseType(type).replace(/^text$/, isUtf8 ? "text" : "utf16"),
  isArray: false,
  isNullable: isRequired === 0 && pk === 0,
  isPrimaryKey: pk > 0,
  isReadable: true,
  default: fallback,
});

/** The type's affinity (sqlite.org/datatype3.html, 3.1), `boolean` and `json` by their names, and `any`. */
function findBaseType(declared: string): string {
  const type = declared.toUpperCase();
  if (type.includes("INT")) {
    return "integer";
  }
  if (/CHAR|CLOB|TEXT/.test(type)) {
    return "text";
  }
  if (type.includes("BLOB")) {
    return "blob";
  }
  if (/REAL|FLOA|DOUB/.test(type)) {
    return "real";
  }
  if (type === "" || type === "ANY") {
    return "any";
  }
  return type.startsWith("BOOL") ? "boolean" : type.startsWith("JSON") ? "json" : "numeric";
}
