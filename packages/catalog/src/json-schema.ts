/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** A JSON Schema 2020-12 object. `$ref` points only into the schema's own `$defs` (decisions D19). */
export type JsonSchema = { [keyword: string]: unknown };
