import type pg from "pg";

/** The schema of the job queue. All other tables are in the first schema of the user's `search_path`. */
const jobSchema = "pgboss";

/** A table with all its partitions. */
export interface StoredTable {
  /** Such as `execution` or `pgboss.job`: the same in every database, whatever its first schema is called. */
  name: string;
  /** With its schema, quoted. */
  address: string;
  /** The stored columns by name, quoted; not the generated ones. */
  columns: string[];
  /** Their types, in the same order. */
  types: string[];
  /** The names of the tables that its foreign keys lead to. */
  references: string[];
}

/** Lists the tables of Bowline and of its job queue, and others beside them, but not those of extensions. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`with stored as (
      select c.oid, n.nspname, c.relname, ${nameOf("n", "c")} as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in (current_schema(), '${jobSchema}')
        and not exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
        )
    ), stored_column as (
      select attrelid, attname, format_type(atttypid, atttypmod) as type from pg_attribute
      where attnum > 0 and not attisdropped and attgenerated = ''
    ), reference as (
      select coalesce(pg_partition_root(conrelid), conrelid) as from_oid, coalesce(pg_partition_root(confrelid), confrelid) as to_oid
      from pg_constraint where contype = 'f'
    )
    select s.name, format('%I.%I', s.nspname, s.relname) as address,
      array(select quote_ident(attname) from stored_column where attrelid = s.oid order by attname) as columns,
      array(select type from stored_column where attrelid = s.oid order by attname) as types,
      array(select distinct t.name from reference r join stored t on t.oid = r.to_oid where r.from_oid = s.oid) as references
    from stored s order by s.name`);
  return rows;
}

const nameOf = (schema: string, relation: string): string =>
  `case ${schema}.nspname when '${jobSchema}' then '${jobSchema}.' else '' end || ${relation}.relname`;

/** Sorts tables so that each comes after those that its foreign keys lead to. */
export function sortByReferences(tables: readonly StoredTable[]): StoredTable[] {
  const sorted: StoredTable[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ name, references }) =>
      references.every((other) => other === name || !waiting.has(other)),
    );
    if (next.length === 0) {
      throw new Error(`The foreign keys of these tables form a circle: ${[...waiting].join(", ")}.`);
    }
    sorted.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return sorted;
}

/** A partition: the queue makes one for each day. */
export interface Partition {
  address: string;
  parent: string;
  /** Such as `FOR VALUES FROM ('2026-11-27 00:00:00+00') TO ('2026-11-28 00:00:00+00')`. */
  bound: string;
}

/** Lists the partitions in the queue's schema. No other table has any. */
export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`select format('${jobSchema}.%I', c.relname) as address,
      format('${jobSchema}.%I', p.relname) as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = '${jobSchema}'::regnamespace order by c.relname`);
  return rows;
}

export interface Sequence {
  /** As a table's. */
  name: string;
  address: string;
}

/** Lists the sequences, those of identity columns included. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`select ${nameOf("n", "c")} as name,
      format('%I.%I', n.nspname, c.relname) as address
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in (current_schema(), '${jobSchema}') order by 1`);
  return rows;
}
