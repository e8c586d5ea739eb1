export const integerTypes: ReadonlySet<string> = new Set([
  "tinyint",
  "smallint",
  "mediumint",
  "int",
  "bigint",
  "year",
  "bit",
]);
export const decimalTypes: ReadonlySet<string> = new Set(["decimal"]);
export const floatTypes: ReadonlySet<string> = new Set(["float", "double"]);
/** Texts, and types whose values are compared as their text. */
export const textTypes: ReadonlySet<string> = new Set([
  "char",
  "varchar",
  "tinytext",
  "text",
  "mediumtext",
  "longtext",
  "enum",
]);
export const instantTypes: ReadonlySet<string> = new Set(["datetime", "timestamp"]);
/** With shapes, which are in the database's own format. */
export const binaryTypes: ReadonlySet<string> = new Set([
  "binary",
  "varbinary",
  "tinyblob",
  "blob",
  "mediumblob",
  "longblob",
  "geometry",
  "point",
  "linestring",
  "polygon",
  "multipoint",
  "multilinestring",
  "multipolygon",
  "geometrycollection",
  "geomcollection",
]);
