import pg from "pg";

/** Reads every row of all tables except PostgreSQL's own, as JSON text; bytes are hexadecimal. */
export async function dumpDatabase(url: string): Promise<{ table: string; row: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const dump: { table: string; row: string }[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select to_json(t)::text as row from ${name} t`);
      dump.push(...rows.map(({ row }) => ({ table: name, row })));
    }
    return dump;
  } finally {
    await client.end();
  }
}
