import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExecution } from "../../testing/execution-record.ts";
import { createFormerDatabase } from "../../testing/former-database.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { HistoryWriter } from "../history/history-writer.ts";
import { createLogger } from "../log/logger.ts";
import { loadExecution } from "./history/executions.ts";
import { claimIdempotencyKey } from "./idempotency-keys.ts";
import { migrate } from "./migrate.ts";

const log = createLogger({ level: "silent", isTerminal: false });
let db: TestDatabase;

/** A database of the former version, with history and keys. */
beforeAll(async () => {
  db = await createFormerDatabase("0004");
  await db.pool.query(`
    insert into company (name, wrapped_data_key) values ('One', ''), ('Two', '');
    insert into user_profile (full_name, email) values ('A', 'a@example.com');
    insert into account_user (company_id, user_id, kind, role) values (1, 1, 'person', 'Admin');
    select nextval('execution_block') from generate_series(1, 7);
    insert into execution select * from json_populate_record(null::execution,
      '${JSON.stringify(buildExecution({ history_id: 6001, tool_slug: "shop_list" }).fields)}');
    insert into idempotency_key (account_user_id, key_hash, request_hash, response)
      values (1, '\\x01', '\\x02', '{"json": "kept in plaintext"}')`);
  await migrate(db.pool, log);
});
afterAll(() => db.drop());

test("records keep their ids, and new ids differ from those of an old server that is still running", async () => {
  expect(await loadExecution(db.kysely, 1, 6001)).toMatchObject({ historyId: 6001, toolSlug: "shop_list" });
  expect(await loadExecution(db.kysely, 2, 6001)).toBeNull();
  const writer = new HistoryWriter(db.pool, log);
  expect(await writer.write(buildExecution())).toBe(107_001);
  expect(await writer.write(buildExecution({ company_id: 2 }))).toBe(107_001);
});

test("a key from before is refused for every credential, and its response is deleted", async () => {
  const key = { accountUserId: 1, keyHash: Buffer.of(1), requestHash: Buffer.of(2) };
  const claim = { ...key, credential: "apiKey:1", claim: crypto.randomUUID() };
  expect(await claimIdempotencyKey(db.kysely, claim, 1000)).toEqual({ kind: "outcomeUnknown" });
  const other = { ...claim, requestHash: Buffer.of(3) };
  expect(await claimIdempotencyKey(db.kysely, other, 1000)).toEqual({ kind: "otherRequest" });
  const { rows } = await db.pool.query("select * from idempotency_key");
  expect(JSON.stringify(rows)).not.toContain("plaintext");
  await db.pool.query("update idempotency_key set created_date = now() - interval '25 hours'");
  expect(await claimIdempotencyKey(db.kysely, claim, 1000)).toEqual({ kind: "claimed" });
});
