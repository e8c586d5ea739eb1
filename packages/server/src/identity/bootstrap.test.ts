import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { buildMasterKeys } from "../master-keys.ts";
import { openVault } from "../vault/vault.ts";
import { hashApiKey } from "./api-key-format.ts";
import { bootstrap } from "./bootstrap.ts";

let db: TestDatabase;
let folders: string[];
const vault = openVault(buildMasterKeys([Buffer.alloc(32, 7)]), async () => Buffer.alloc(0));
beforeAll(async () => {
  db = await createTestDatabase();
  folders = await Promise.all(Array.from({ length: 4 }, () => mkdtemp(join(tmpdir(), "bowline-bootstrap-"))));
  for (const folder of folders) {
    await writeFile(join(folder, "admin-api-key"), "of another database\n", { mode: 0o644 });
    await writeFile(join(folder, "admin-api-key.1"), "of a third database\n");
  }
});
afterAll(async () => {
  await db.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

test("of several servers that start at once, only one creates the company, its Admin and one key, and keeps those of earlier databases", async () => {
  const keys = await Promise.all(folders.map((folder) => bootstrap(db.kysely, vault, folder)));
  const made = keys.filter((key) => key !== null);
  expect(made).toHaveLength(1);
  const [apiKey = ""] = made;

  const file = join(folders[keys.indexOf(apiKey)] ?? "", "admin-api-key");
  expect(await readFile(file, "utf8")).toBe(`${apiKey}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(`${file}.1`, "utf8")).toBe("of a third database\n");
  expect(await readFile(`${file}.2`, "utf8")).toBe("of another database\n");
  const { rows } = await db.pool.query(
    `select role, kind, encode(key_hash, 'hex') as hash, is_read_only, toolset_id, expires_date
     from company join account_user using (company_id) join api_key using (account_user_id)`,
  );
  expect(rows).toEqual([
    {
      role: "Admin",
      kind: "person",
      hash: hashApiKey(apiKey),
      is_read_only: false,
      toolset_id: null,
      expires_date: null,
    },
  ]);
});

test("a later start creates nothing", async () => {
  const [folder = ""] = folders;
  expect(await bootstrap(db.kysely, vault, folder)).toBeNull();
});
