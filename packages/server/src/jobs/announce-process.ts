import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { noteAlive, removeProcess } from "../db/server-processes.ts";

const aliveEveryMs = 10_000;

/** Notes every 10 seconds that this process serves, until it is closed. A database that is away is reported elsewhere. */
export async function announceProcess(
  db: Kysely<Schema>,
  host: string,
  version: string,
): Promise<{ close(): Promise<void> }> {
  const processId = randomUUID();
  const note = () => noteAlive(db, { processId, host, version }).catch(() => {});
  await note();
  let noting = Promise.resolve();
  const timer = setInterval(() => {
    noting = note();
  }, aliveEveryMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await noting;
      await removeProcess(db, processId).catch(() => {});
    },
  };
}
