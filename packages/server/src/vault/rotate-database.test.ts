import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { loadMasterKeyUse } from "../db/master-key-use.ts";
import { parseMasterKeys } from "../master-keys.ts";
import { rotateDatabase } from "./rotate-database.ts";
import { openVault, serverOwnerId } from "./vault.ts";

const oldKey = randomBytes(32).toString("base64");
const newKey = randomBytes(32).toString("base64");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

function openVaultWith(masterKeyText: string) {
  return openVault(parseMasterKeys(masterKeyText), async (companyId) => {
    if (companyId === serverOwnerId) {
      const own = await database.kysely.selectFrom("server_data_key").selectAll().executeTakeFirstOrThrow();
      return own.wrapped_data_key;
    }
    const row = await database.kysely
      .selectFrom("company")
      .select("wrapped_data_key")
      .where("company_id", "=", companyId)
      .executeTakeFirstOrThrow();
    return row.wrapped_data_key;
  });
}

async function addCompany(masterKeyText: string): Promise<number> {
  const row = await database.kysely
    .insertInto("company")
    .values({ name: "Example", wrapped_data_key: openVaultWith(masterKeyText).createDataKey() })
    .returning("company_id")
    .executeTakeFirstOrThrow();
  return row.company_id;
}

async function addServerKey(masterKeyText: string): Promise<number> {
  const wrappedDataKey = openVaultWith(masterKeyText).createDataKey();
  await database.kysely.insertInto("server_data_key").values({ wrapped_data_key: wrappedDataKey }).execute();
  return serverOwnerId;
}

async function readWrappedKeys(): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom("company")
    .select("wrapped_data_key")
    .orderBy("company_id")
    .execute();
  return rows.map((row) => row.wrapped_data_key.toString("hex"));
}

describe("rotateDatabase", () => {
  it("wraps every company's data key with the first master key, and changes nothing the second time", async () => {
    const companyIds = [await addCompany(oldKey), await addCompany(newKey)];
    const sealed = await Promise.all(
      companyIds.map((companyId) =>
        openVaultWith(`${oldKey},${newKey}`).seal(companyId, "connection:1", `token-${companyId}`),
      ),
    );
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    expect(await rotateDatabase(database, both)).toEqual({ dataKeys: 2, rewrapped: 1 });
    const use = await loadMasterKeyUse(database.kysely);
    expect(use).toEqual({ since: expect.any(Date), isOnlyOne: true });
    expect(await rotateDatabase(database, both)).toEqual({ dataKeys: 2, rewrapped: 0 });
    expect(await loadMasterKeyUse(database.kysely)).toEqual(use);

    const vault = openVaultWith(newKey);
    const opened = await Promise.all(
      companyIds.map((companyId, place) =>
        vault.open(companyId, "connection:1", sealed[place] ?? Buffer.alloc(0)),
      ),
    );
    expect(opened).toEqual(companyIds.map((companyId) => `token-${companyId}`));
  });

  it.each(["company", "server"] as const)(
    "waits for another change of a data key of the %s, and keeps it",
    async (owner) => {
      const companyId = owner === "company" ? await addCompany(oldKey) : await addServerKey(oldKey);
      const replacement = openVaultWith(oldKey).createDataKey();
      const withReplacement = openVault(parseMasterKeys(oldKey), async () => replacement);
      const sealed = await withReplacement.seal(companyId, "connection:1", "token");
      const rotation = await database.kysely.transaction().execute(async (transaction) => {
        if (owner === "company") {
          const changed = { wrapped_data_key: replacement };
          await transaction.updateTable("company").set(changed).where("company_id", "=", companyId).execute();
        } else {
          await transaction.updateTable("server_data_key").set({ wrapped_data_key: replacement }).execute();
        }
        const rotating = rotateDatabase(database, parseMasterKeys(`${newKey},${oldKey}`));
        await expect.poll(countWaiting).toBe(1);
        return { rotating };
      });
      expect((await rotation.rotating).rewrapped).toBeGreaterThan(0);
      const vault = openVaultWith(newKey);
      expect(await vault.open(companyId, "connection:1", sealed)).toBe("token");
    },
  );

  it("refuses a database of another version, which may keep data keys elsewhere", async () => {
    const other = await createTestDatabase();
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    await other.pool.query(
      "insert into migration (number, name, checksum) values (9999, '9999-later.sql', '')",
    );
    await expect(rotateDatabase(other, both)).rejects.toThrow("newer version of Bowline");
    await other.pool.query("delete from migration where number > 30");
    await expect(rotateDatabase(other, both)).rejects.toThrow("older version of Bowline");
    await other.drop();
  });

  it("changes no company when the master key of one is missing", async () => {
    await addCompany(oldKey);
    await addCompany(randomBytes(32).toString("base64"));
    const before = await readWrappedKeys();
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    await expect(rotateDatabase(database, both)).rejects.toMatchObject({ reason: "unknownMasterKey" });
    expect(await readWrappedKeys()).toEqual(before);
  });
});

/** How many statements in this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}
