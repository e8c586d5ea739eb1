import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** The texts of a tool that an embedding is made of, and the hash of those it has one for. */
export interface EmbeddableToolRow {
  toolId: number;
  applicationName: string;
  /** JSON. */
  summary: string;
  /** Null: it has no embedding by this model. */
  textHash: Buffer | null;
}

/** Lists the tools of an application. */
export async function listEmbeddableTools(
  db: Kysely<Schema>,
  applicationId: number,
  model: string,
): Promise<EmbeddableToolRow[]> {
  return db
    .selectFrom("tool")
    .innerJoin("application as a", "a.application_id", "tool.application_id")
    .leftJoin("tool_embedding as e", (join) =>
      join.onRef("e.tool_id", "=", "tool.tool_id").on("e.model", "=", model),
    )
    .select(["tool.tool_id as toolId", "summary", "text_hash as textHash"])
    .select(sql<string>`coalesce(a.presentation->>'name', a.definition->>'name')`.as("applicationName"))
    .where("a.application_id", "=", applicationId)
    .orderBy("tool.tool_id")
    .execute();
}

/** Lists the applications with a tool that has no embedding by this model. */
export async function listApplicationsToEmbed(db: Kysely<Schema>, model: string): Promise<number[]> {
  const rows = await db
    .selectFrom("tool")
    .select("application_id")
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("tool_embedding as e")
            .select("e.tool_id")
            .whereRef("e.tool_id", "=", "tool.tool_id")
            .where("e.model", "=", model),
        ),
      ),
    )
    .orderBy("application_id")
    .execute();
  return rows.map((row) => row.application_id);
}

export interface NewEmbedding {
  toolId: number;
  textHash: Buffer;
  vector: Int8Array;
}

/** Stores embeddings. Leaves out tools that were deleted meanwhile. */
export async function saveEmbeddings(
  db: Kysely<Schema>,
  model: string,
  embeddings: readonly NewEmbedding[],
): Promise<void> {
  const ids = embeddings.map(({ toolId }) => toolId);
  const hashes = embeddings.map(({ textHash }) => textHash);
  const vectors = embeddings.map(({ vector }) => Buffer.from(vector.buffer));
  await sql`insert into tool_embedding (tool_id, model, text_hash, vector)
    select n.tool_id, ${model}, n.text_hash, n.vector
    from unnest(${ids}::integer[], ${hashes}::bytea[], ${vectors}::bytea[]) as n (tool_id, text_hash, vector)
    join tool using (tool_id)
    on conflict (tool_id) do update
      set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector`.execute(db);
}

/** Tells all servers that the embeddings of an application have changed. */
export async function announceEmbeddings(db: Kysely<Schema>, applicationId: number): Promise<void> {
  await sql`select pg_notify('bowline_changed', 'embeddings:' || coalesce(company_id, 0) || ':' || application_id)
    from application where application_id = ${applicationId}`.execute(db);
}

/** Loads the embeddings of some applications' tools by `tool_id`. */
export async function listEmbeddings(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
  model: string,
): Promise<Map<number, Buffer>> {
  if (applicationIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("tool_embedding as e")
    .innerJoin("tool", "tool.tool_id", "e.tool_id")
    .select(["e.tool_id", "vector"])
    .where("application_id", "in", applicationIds)
    .where("model", "=", model)
    .execute();
  return new Map(rows.map((row) => [row.tool_id, row.vector]));
}

/** Loads the embeddings of an application's tools by the hash of their text, in hexadecimal. */
export async function loadHashedEmbeddings(
  db: Kysely<Schema>,
  applicationId: number,
  model: string,
): Promise<Map<string, Int8Array>> {
  const rows = await db
    .selectFrom("tool_embedding as e")
    .innerJoin("tool", "tool.tool_id", "e.tool_id")
    .select(["text_hash", "vector"])
    .where("application_id", "=", applicationId)
    .where("model", "=", model)
    .orderBy("tool.tool_id")
    .execute();
  return new Map(rows.map((row) => [row.text_hash.toString("hex"), new Int8Array(row.vector)]));
}

/** Returns the slug of a built-in application; null for any other. */
export async function findBuiltInSlug(db: Kysely<Schema>, applicationId: number): Promise<string | null> {
  const row = await db
    .selectFrom("application")
    .select("slug")
    .where("application_id", "=", applicationId)
    .where("company_id", "is", null)
    .where("source", "=", "builtin")
    .executeTakeFirst();
  return row?.slug ?? null;
}

/** Returns the id of a built-in application; null when there is none. */
export async function findBuiltInId(db: Kysely<Schema>, slug: string): Promise<number | null> {
  const row = await db
    .selectFrom("application")
    .select("application_id")
    .where("slug", "=", slug)
    .where("company_id", "is", null)
    .where("source", "=", "builtin")
    .executeTakeFirst();
  return row?.application_id ?? null;
}
