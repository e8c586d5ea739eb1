import pg from "pg";
import { createDatabase } from "./shared-database.ts";

/** What the one process holds that installs built-in applications (`packages/server/src/built-ins/install-built-ins.ts`). */
const installerLock = 7_104_415;

/** A database in which no built-in application is installed until that is allowed. */
export interface HeldBuiltIns extends AsyncDisposable {
  /** For the setting `DATABASE_URL`. */
  databaseUrl: string;
  release(): Promise<void>;
}

export async function holdBuiltIns(): Promise<HeldBuiltIns> {
  const database = await createDatabase("migrated");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [installerLock]);
  let isHeld = true;
  async function release(): Promise<void> {
    if (isHeld) {
      isHeld = false;
      await client.end();
    }
  }
  return {
    databaseUrl: database.url,
    release,
    [Symbol.asyncDispose]: async () => {
      await release();
      await database[Symbol.asyncDispose]();
    },
  };
}
