import { chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { MadeCertificate } from "./make-certificate.ts";
import type { OutsideDatabase } from "./outside-database.ts";

/** Gives a database a certificate, and starts it again. */
export async function encryptDatabase(database: OutsideDatabase, made: MadeCertificate): Promise<void> {
  await writeCertificate(database.dataFolder, made);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("ALTER SYSTEM SET ssl = on");
  await client.end();
  await database.stop();
  await database.start();
}

/** Puts a certificate where PostgreSQL looks for it, which reads a key only if it belongs to its own user and to nobody else. */
export async function writeCertificate(
  dataFolder: string,
  { certificate, privateKey }: MadeCertificate,
): Promise<void> {
  const { uid, gid } = await stat(dataFolder);
  for (const [name, text] of [
    ["server.crt", certificate],
    ["server.key", privateKey],
  ] as const) {
    const file = join(dataFolder, name);
    await writeFile(file, text, { mode: 0o600 });
    await chown(file, uid, gid);
  }
}
