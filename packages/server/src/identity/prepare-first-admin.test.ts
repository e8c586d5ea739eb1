import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { insertMember, loadMember, updateProfile, updateRole } from "../db/people/members.ts";
import { loadPassword } from "../db/people/passwords.ts";
import { buildMasterKeys } from "../master-keys.ts";
import { openVault } from "../vault/vault.ts";
import { bootstrap } from "./bootstrap.ts";
import { createCompany } from "./create-company.ts";
import { openPasswordHasher } from "./password-hash.ts";
import { prepareFirstAdmin } from "./prepare-first-admin.ts";

const vault = openVault(buildMasterKeys([Buffer.alloc(32, 7)]), async () => Buffer.alloc(0));
const passwords = openPasswordHasher({ cost: 2 ** 10 });
const baseUrl = "http://own.test";
const ofSettings = { email: "first@example.com", password: "words of the operator" };
let db: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  db = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "bowline-first-admin-"));
});
afterEach(async () => {
  await db.drop();
  await rm(dataDir, { recursive: true });
});

const start = (settings: typeof ofSettings | { email: null; password: null }) =>
  prepareFirstAdmin(db.kysely, passwords, Date.now(), { ...settings, baseUrl, dataDir });

/** Makes the first Admin and a second one, who signs in elsewhere and so has no password. */
async function addAdmins(): Promise<{ first: number; second: number; userId: number }> {
  await bootstrap(db.kysely, vault, dataDir);
  const { rows } = await db.pool.query("select company_id, account_user_id from account_user");
  const person = { kind: "person", fullName: "Robin", email: "robin@example.com", role: "Admin" } as const;
  const second = await insertMember(db.kysely, { companyId: rows[0].company_id, ...person });
  const member = await loadMember(db.kysely, second);
  return { first: rows[0].account_user_id, second, userId: member?.userId ?? 0 };
}

test.each([
  ["was removed", (id: number) => db.pool.query("delete from account_user where account_user_id = $1", [id])],
  ["is a Member now", (id: number) => updateRole(db.kysely, id, "Member")],
  [
    "deleted their profile",
    async (id: number) =>
      updateProfile(db.kysely, (await loadMember(db.kysely, id))?.userId ?? 0, { deletedDate: new Date() }),
  ],
])(
  "when the first Admin %s, no other one gets the password of the settings or a link",
  async (_what, leave) => {
    const { first, second, userId } = await addAdmins();
    await createCompany(
      { db: db.kysely, vault, baseUrl, clock: Date.now },
      { name: "Other", email: "other@example.com" },
    );
    await leave(first);
    expect(await start(ofSettings)).toBeNull();
    expect(await start({ email: null, password: null })).toBeNull();
    expect(await loadPassword(db.kysely, userId)).toBeNull();
    expect(await loadMember(db.kysely, second)).toMatchObject({ email: "robin@example.com" });
    expect(await readdir(dataDir)).toEqual(["admin-api-key"]);
  },
);

test("the first Admin gets them also when there are others", async () => {
  const { first } = await addAdmins();
  expect(await start({ email: null, password: null })).toMatch(/^http:\/\/own\.test\/invitations\//);
  expect(await start(ofSettings)).toBeNull();
  expect(await loadMember(db.kysely, first)).toMatchObject({ email: ofSettings.email });
});
