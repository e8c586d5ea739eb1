import type { Column, Table } from "../dialect.ts";
import { writeBaseType } from "./base-type.ts";
import { writeTableName } from "./table-name.ts";

/**
 * Tables and views that the user may read, with their columns. Names of functions have their schema, so that nobody's own function
 * of the same name is called.
 */
export const tablesQuery = `
SELECT n.nspname AS "schema", c.relname AS "name", c.relkind IN ('v', 'm') AS "isView",
  n.nspname = pg_catalog.current_schema() AS "isCurrent",
  (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
      a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), b.typname, b.typtype, e.typname,
      NOT a.attnotnull, pg_catalog.pg_get_expr(d.adbin, d.adrelid),
      EXISTS (SELECT 1 FROM pg_catalog.pg_index i
        WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)),
      pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'),
      CASE
        WHEN NOT COALESCE(o.collisdeterministic, true) THEN 'collated'
        WHEN pg_catalog.getdatabaseencoding() = 'UTF8' OR (o.oid IS NULL AND b.typtype <> 'e') THEN 'plain'
        WHEN pg_catalog.getdatabaseencoding() = 'SQL_ASCII' THEN 'collated'
        ELSE 'encoded'
      END) ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    JOIN pg_catalog.pg_type b ON b.oid = ${writeBaseType("t")}
    LEFT JOIN pg_catalog.pg_type l ON l.oid = b.typelem AND b.typcategory = 'A'
    LEFT JOIN pg_catalog.pg_type e ON e.oid = ${writeBaseType("l")}
    LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT, INSERT, UPDATE')) AS "columns"
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`;

/**
 * `collated`: texts of a collation of its own equal others that are written differently, and those without an encoding may be anything.
 * `encoded`: texts of another encoding than UTF-8, which lacks characters.
 */
type TextKind = "plain" | "collated" | "encoded";

type ColumnRow = [
  string,
  string,
  string,
  string,
  string | null,
  boolean,
  string | null,
  boolean,
  boolean,
  TextKind,
];

export interface TableRow {
  schema: string;
  name: string;
  isView: boolean;
  isCurrent: boolean;
  columns: ColumnRow[] | null;
}

export function readTable({ schema, name, isView, isCurrent, columns }: TableRow): Table {
  return {
    name: writeTableName(isCurrent ? [name] : [schema, name]),
    path: [schema, name],
    kind: isView ? "view" : "table",
    columns: (columns ?? []).map(readColumn),
  };
}

function readColumn([
  name,
  type,
  base,
  kind,
  element,
  isNullable,
  fallback,
  isKey,
  isReadable,
  textKind,
]: ColumnRow): Column {
  const baseType = kind === "e" ? "enum" : base;
  return {
    name,
    type,
    baseType: textKind === "plain" ? (element ?? baseType) : textKind,
    isArray: element !== null,
    isNullable,
    isPrimaryKey: isKey,
    isReadable,
    default: fallback,
  };
}
