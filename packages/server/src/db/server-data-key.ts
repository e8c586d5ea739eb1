import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Loads the wrapped data key for secrets that belong to no company. Stores a new one when there is none. */
export async function loadServerDataKey(db: Kysely<Schema>, create: () => Buffer): Promise<Buffer> {
  const load = () => db.selectFrom("server_data_key").select("wrapped_data_key").executeTakeFirst();
  const found = await load();
  if (found !== undefined) {
    return found.wrapped_data_key;
  }
  await db
    .insertInto("server_data_key")
    .values({ wrapped_data_key: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await load();
  if (stored === undefined) {
    throw new Error("The server's data key was deleted while it was being created.");
  }
  return stored.wrapped_data_key;
}
