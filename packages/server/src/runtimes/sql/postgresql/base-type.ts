/**
 * Writes the SQL for the type that a domain is over, also over other domains; of any other type itself. PostgreSQL has a function for it
 * from version 17 on only.
 *
 * @param alias of `pg_type` in the query around it
 */
export const writeBaseType = (
  alias: string,
): string => `CASE WHEN ${alias}.typtype <> 'd' THEN ${alias}.oid ELSE (
  WITH RECURSIVE bases (oid, kind, next) AS (
    SELECT y.oid, y.typtype, y.typbasetype FROM pg_catalog.pg_type y WHERE y.oid = ${alias}.typbasetype
    UNION ALL
    SELECT y.oid, y.typtype, y.typbasetype FROM bases JOIN pg_catalog.pg_type y ON y.oid = bases.next
      WHERE bases.kind = 'd')
  SELECT bases.oid FROM bases WHERE bases.kind <> 'd') END`;
