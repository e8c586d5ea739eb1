import { once } from "node:events";
import { applicationsFolder } from "@bowline/catalog/built-in";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type InstallOptions, installBuiltIns } from "./built-ins/install-built-ins.ts";
import type { InstallerMessage, InstallerTask } from "./built-ins/installer-messages.ts";
import { storeBuiltInSegment } from "./catalog/load-parts.ts";
import type { Schema } from "./db/schema.ts";
import { prepareLongSession } from "./db/session-settings.ts";
import { restoreEmbeddings } from "./embeddings/restore-embeddings.ts";
import { openVectorFiles } from "./embeddings/vector-files.ts";

/** The program that builds and installs the built-in applications. A server runs it beside itself (decisions D67). */
async function main(): Promise<void> {
  // The server is gone.
  process.once("disconnect", () => process.exit(1));
  const [task] = (await once(process, "message")) as [InstallerTask];
  const pool = new pg.Pool({
    ...task.connectionConfig,
    application_name: "bowline-built-ins",
    max: 1,
    onConnect: prepareLongSession,
  });
  pool.on("error", () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const result = await installBuiltIns(db, {
    task,
    folder: applicationsFolder,
    env: process.env,
    cwd: process.cwd(),
    onProgress: (progress) => send({ progress }),
    storeEmbeddings: await openStoreEmbeddings(task),
    storeSegment: storeBuiltInSegment,
  });
  await db.destroy();
  send({ result });
}

async function openStoreEmbeddings({
  isHybrid,
  cacheDir,
}: InstallerTask): Promise<InstallOptions["storeEmbeddings"]> {
  if (!isHybrid) {
    return async () => {};
  }
  const { describeTool, modelName: model } = await import("@bowline/catalog/embeddings");
  const files = openVectorFiles(cacheDir, model);
  return (db, slug) => restoreEmbeddings(db, { model, describeTool }, files, slug);
}

function send(message: InstallerMessage): void {
  process.send?.(message);
}

main()
  .catch((error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }))
  .finally(() => process.disconnect?.());
