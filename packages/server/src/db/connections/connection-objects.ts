import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { likePatterns } from "../like-pattern.ts";
import { loadLargeRows, measureJson, type Page, type RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";

export interface ConnectionObjectRow {
  objectName: string;
  label: string;
  kind: string;
  schema: Record<string, unknown> | null;
}

export interface RefreshRow {
  status: 0 | 1 | 2;
  statusDescription: string;
  error: string | null;
  errorDate: Date | null;
  lastRefreshDate: Date | null;
}

/** Lists a page of a connection's objects by name, with their count. */
export async function listObjectRows(
  db: Kysely<Schema>,
  connectionId: number,
  { search, kind }: { search: string | null; kind: string | null },
  page: Page,
): Promise<RowPage<ConnectionObjectRow>> {
  const patterns = search === null ? null : likePatterns(search);
  const condition = sql<boolean>`connection_id = ${connectionId}
    and (${kind}::text is null or kind = ${kind})
    and (${patterns}::text[] is null or object_name ilike any(${patterns}::text[])
      or label ilike any(${patterns}::text[]))`;
  const load = ({ offset, top }: Page) =>
    db
      .selectFrom("connection_object")
      .select(["object_name as objectName", "label", "kind", "schema"])
      .where(condition)
      .orderBy("object_name")
      .orderBy("kind")
      .offset(offset)
      .limit(top)
      .execute();
  const [rows, count] = await Promise.all([
    loadLargeRows(page, load, ({ schema }) => measureJson(schema)),
    db
      .selectFrom("connection_object")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/**
 * Finds an object of a connection by its kind and name; null when it is not stored. `isAllKnown`: the last successful refresh found
 * all objects, so an object that is not stored does not exist.
 */
export async function findObject(
  db: Kysely<Schema>,
  connectionId: number,
  kind: string,
  objectName: string,
): Promise<{ isAllKnown: boolean; object: Pick<ConnectionObjectRow, "schema"> | null }> {
  const row = await db
    .selectFrom("connection_refresh as r")
    .leftJoin("connection_object as o", (join) =>
      join
        .onRef("o.connection_id", "=", "r.connection_id")
        .on("o.kind", "=", kind)
        .on("o.object_name", "=", objectName),
    )
    .select(["r.last_refresh_date as lastRefreshDate", "r.is_complete as isComplete", "o.kind", "o.schema"])
    .where("r.connection_id", "=", connectionId)
    .executeTakeFirst();
  return {
    isAllKnown: row?.lastRefreshDate != null && row.isComplete,
    object: row?.kind == null ? null : { schema: row.schema },
  };
}

/** Loads the state of a connection's refreshes; null when it was never refreshed. */
export async function loadRefresh(db: Kysely<Schema>, connectionId: number): Promise<RefreshRow | null> {
  const row = await db
    .selectFrom("connection_refresh")
    .select([
      "status",
      "status_description as statusDescription",
      "error",
      "error_date as errorDate",
      "last_refresh_date as lastRefreshDate",
    ])
    .where("connection_id", "=", connectionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a refresh as in progress. False when one is in progress already. */
export async function beginRefresh(db: Kysely<Schema>, connectionId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into connection_refresh as r (connection_id, status, status_description)
    values (${connectionId}, 1, ${waitingToStart})
    on conflict (connection_id) do update set status = 1, status_description = excluded.status_description where r.status <> 1
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Marks a refresh as in progress if the connection's application is an MCP server that never had tools. False when there is
 * no need, when one is in progress already, or when several of other connections are: a server that does not respond must not keep
 * the refreshes of others waiting.
 */
export async function beginFirstReading(db: Kysely<Schema>, connectionId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into connection_refresh as r (connection_id, status, status_description)
    select c.connection_id, 1, ${waitingToStart}
    from connection c join application a using (application_id)
    where c.connection_id = ${connectionId} and a.source = 'mcp'
      and not exists (select 1 from published_slug p where p.application_id = a.application_id)
      and ${firstReadings} > (select count(*) from connection_refresh o join connection other using (connection_id)
        where other.application_id = a.application_id and o.status = 1)
    on conflict (connection_id) do update set status = 1, status_description = excluded.status_description where r.status <> 1
    returning 1`.execute(db);
  return rows.length > 0;
}

/** How many connections of an application read its tools at a time; a few more when they are made at the same moment. */
const firstReadings = 3;

/**
 * Deletes the objects of a connection, and marks a refresh as in progress if any was read or is being read. False when there is no need
 * to read them.
 */
export async function forgetObjects(db: Kysely<Schema>, connectionId: number): Promise<boolean> {
  await db.deleteFrom("connection_object").where("connection_id", "=", connectionId).execute();
  const { numUpdatedRows } = await db
    .updateTable("connection_refresh")
    .set({ status: 1, status_description: waitingToStart, last_refresh_date: null, is_complete: false })
    .where("connection_id", "=", connectionId)
    .where((where) => where.or([where("last_refresh_date", "is not", null), where("status", "=", 1)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const waitingToStart = "The refresh is waiting to start.";

/** Stores the progress of a running refresh. */
export async function describeRefresh(
  db: Kysely<Schema>,
  connectionId: number,
  statusDescription: string,
): Promise<void> {
  await db
    .updateTable("connection_refresh")
    .set({ status_description: statusDescription })
    .where("connection_id", "=", connectionId)
    .where("status", "=", 1)
    .execute();
}

/**
 * Replaces a connection's objects and marks its refresh as done in one transaction. Does nothing when the connection was deleted.
 *
 * @param objects unique by kind and name
 * @param isComplete whether these are all objects
 */
export async function finishRefresh(
  db: Kysely<Schema>,
  connectionId: number,
  objects: readonly ConnectionObjectRow[],
  isComplete: boolean,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // Locks the connection first, so that a deletion or another refresh at the same time waits.
    const { rows } =
      await sql`select 1 from connection where connection_id = ${connectionId} for no key update`.execute(
        transaction,
      );
    if (rows.length === 0) {
      return;
    }
    await transaction.deleteFrom("connection_object").where("connection_id", "=", connectionId).execute();
    for (let from = 0; from < objects.length; from += insertBatch) {
      await insertObjects(transaction, connectionId, objects.slice(from, from + insertBatch));
    }
    await transaction
      .updateTable("connection_refresh")
      .set({
        status: 0,
        status_description: describeFound(objects.length, isComplete),
        last_refresh_date: sql`now()`,
        is_complete: isComplete,
      })
      .where("connection_id", "=", connectionId)
      .execute();
  });
}

const insertBatch = 1000;

async function insertObjects(
  db: Kysely<Schema>,
  connectionId: number,
  objects: readonly ConnectionObjectRow[],
): Promise<void> {
  await sql`insert into connection_object (connection_id, object_name, label, kind, schema)
    select ${connectionId}, o."objectName", o.label, o.kind, o.schema
    from json_to_recordset(${JSON.stringify(objects)}::json)
      as o ("objectName" text, label text, kind text, schema json)`.execute(db);
}

function describeFound(count: number, isComplete: boolean): string {
  const found = count === 1 ? "1 object was found" : `${count} objects were found`;
  return isComplete ? `${found}.` : `${found}; there are more than a refresh looks through.`;
}

/** Marks a connection's refresh as failed, and keeps the objects found before. */
export async function failRefresh(db: Kysely<Schema>, connectionId: number, error: string): Promise<void> {
  await db
    .updateTable("connection_refresh")
    .set({ status: 2, status_description: "The last refresh failed.", error, error_date: sql`now()` })
    .where("connection_id", "=", connectionId)
    .execute();
}
