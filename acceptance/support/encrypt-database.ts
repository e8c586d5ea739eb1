import { chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { MadeCertificate } from "./make-certificate.ts";
import type { OutsideDatabase } from "./outside-database.ts";

/** Gives a database a certificate, and starts it again. */
export async function encryptDatabase(
  database: OutsideDatabase,
  { certificate, privateKey }: MadeCertificate,
): Promise<void> {
  // PostgreSQL's own user must be able to read them.
  const { uid, gid } = await stat(database.dataFolder);
  for (const [name, content] of [
    ["server.crt", certificate],
    ["server.key", privateKey],
  ] as const) {
    const file = join(database.dataFolder, name);
    await writeFile(file, content, { mode: 0o600 });
    await chown(file, uid, gid);
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("ALTER SYSTEM SET ssl = on");
  await client.end();
  await database.stop();
  await database.start();
}
