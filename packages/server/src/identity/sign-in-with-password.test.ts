import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { noteBrowser } from "../db/people/known-browsers.ts";
import { insertMember, loadMember } from "../db/people/members.ts";
import { loadPassword, storePassword } from "../db/people/passwords.ts";
import { listAccountUsersByEmail } from "../db/people/person-companies.ts";
import { openPasswordHasher } from "./password-hash.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";

const password = "plain words that nobody took";
const weak = { cost: 1024, blockSize: 8, parallelization: 1 };
const weakHasher = openPasswordHasher(weak);
const strongHasher = openPasswordHasher({ ...weak, cost: 2048 });
let db: TestDatabase;
let accountUserId: number;
let userId: number;
let email: string;
beforeAll(async () => {
  db = await createTestDatabase();
  ({ accountUserId } = await seedCompany(db.kysely));
  await db.pool.query("update account_user set kind = 'person' where account_user_id = $1", [accountUserId]);
  const { rows } = await db.pool.query(
    "select user_id, email from user_profile join account_user using (user_id) where account_user_id = $1",
    [accountUserId],
  );
  ({ user_id: userId, email } = rows[0]);
});
afterAll(() => db.drop());

const signIn = (
  sent: { password: string; browserHash?: Buffer | null; address?: string },
  passwords = weakHasher,
) =>
  signInWithPassword(
    { db: db.kysely, passwords },
    { email, password: sent.password },
    { address: sent.address ?? null, browserHash: sent.browserHash ?? null },
  );

test("a hash with other parameters than today's is made anew when its person signs in", async () => {
  await storePassword(db.kysely, { userId, passwordHash: await weakHasher.hash(password) });
  expect(await signIn({ password: "wrong words" }, strongHasher)).toEqual({ kind: "wrong" });
  expect((await loadPassword(db.kysely, userId))?.passwordHash).toMatch(/^scrypt\$1024\$/);
  expect((await signIn({ password }, strongHasher)).kind).toBe("proven");
  const renewed = (await loadPassword(db.kysely, userId))?.passwordHash;
  expect(renewed).toMatch(/^scrypt\$2048\$/);
  expect((await signIn({ password }, strongHasher)).kind).toBe("proven");
  expect((await loadPassword(db.kysely, userId))?.passwordHash).toBe(renewed);
});

test("a browser that the person signed in with before is not shut out by strangers, and has a budget", async () => {
  const browserHash = randomBytes(32);
  await noteBrowser(db.kysely, browserHash, [accountUserId]);
  for (let count = 0; count < 25; count++) {
    await signIn({ password: "wrong words", address: "192.0.2.1" });
  }
  const address = "192.0.2.1";
  expect((await signIn({ password, address })).kind).toBe("throttled");
  expect((await signIn({ password, address, browserHash: randomBytes(32) })).kind).toBe("throttled");
  expect((await signIn({ password, address, browserHash })).kind).toBe("proven");
  for (let count = 0; count < 10; count++) {
    expect((await signIn({ password: "wrong words", address, browserHash })).kind).toBe("wrong");
  }
  expect((await signIn({ password, address, browserHash })).kind).toBe("throttled");
});

test("who has another's e-mail address cannot guess the other's password without end by signing in between", async () => {
  const namesake = await seedCompany(db.kysely);
  await db.pool.query("update account_user set kind = 'person' where account_user_id = $1", [
    namesake.accountUserId,
  ]);
  const { rows } = await db.pool.query(
    "update user_profile set email = upper($1) where user_id = (select user_id from account_user where account_user_id = $2) returning user_id",
    [email, namesake.accountUserId],
  );
  await storePassword(db.kysely, {
    userId: rows[0].user_id,
    passwordHash: await weakHasher.hash("own words"),
  });
  await storePassword(db.kysely, { userId, passwordHash: await weakHasher.hash(password) });
  await db.pool.query("delete from sign_in_tries");
  const browserHash = randomBytes(32);
  for (const known of [null, browserHash]) {
    for (let count = 0; count < 12; count++) {
      await signIn({ password: "a guess", browserHash: known });
      await signIn({ password: "own words", browserHash: known });
    }
    expect((await signIn({ password, browserHash: known })).kind).toBe(
      known === null ? "throttled" : "wrong",
    );
    expect((await signIn({ password: "own words", browserHash })).kind).toBe(
      known === null ? "throttled" : "proven",
    );
    await noteBrowser(db.kysely, browserHash, [namesake.accountUserId]);
  }
  await db.pool.query("delete from user_profile where user_id = $1", [rows[0].user_id]);
});

test("an address written with letters that only the database takes for the same is another's", async () => {
  const person = await insertPerson((await seedCompany(db.kysely)).companyId, "Kim@example.com");
  await storePassword(db.kysely, { userId: person.userId, passwordHash: await weakHasher.hash(password) });
  const find = async (address: string) => {
    const source = { address: null, browserHash: null };
    const outcome = await signInWithPassword(
      { db: db.kysely, passwords: weakHasher },
      { email: address, password },
      source,
    );
    return { byPassword: outcome.kind, byProvider: await listAccountUsersByEmail(db.kysely, address) };
  };
  const found = { byPassword: "proven", byProvider: [person.accountUserId] };
  expect(await find("kIM@EXAMPLE.com")).toEqual(found);
  // A large I with a dot, and the sign for kelvin.
  for (const other of ["k\u0130m@example.com", "\u212aim@example.com"]) {
    expect(await find(other), other).toEqual({ byPassword: "wrong", byProvider: [] });
  }
});

test("a network address whose tries are used up leaves no more counts, however many people it names", async () => {
  await db.pool.query("delete from sign_in_tries");
  const parts = { db: db.kysely, passwords: weakHasher };
  for (let count = 0; count < 40; count++) {
    const sent = { email: `nobody-${count}@example.com`, password };
    await signInWithPassword(parts, sent, { address: "192.0.2.9", browserHash: null });
  }
  const { rows } = await db.pool.query("select count(*)::int from sign_in_tries");
  // Those that were allowed, and the address.
  expect(rows[0].count).toBe(21);
});

test("a person's oldest browsers are forgotten when there are too many", async () => {
  for (let count = 0; count < 25; count++) {
    await noteBrowser(db.kysely, randomBytes(32), [accountUserId]);
  }
  const { rows } = await db.pool.query("select count(*)::int from known_browser where user_id = $1", [
    userId,
  ]);
  expect(rows[0].count).toBe(20);
});

test("many profiles of one address in a company do not shut out the person who has it in another", async () => {
  const address = "zoe@example.com";
  const [crowding, other] = [await seedCompany(db.kysely), await seedCompany(db.kysely)];
  const passwordHash = await weakHasher.hash("words that somebody else chose");
  for (let count = 0; count < 6; count++) {
    const own = await insertPerson(crowding.companyId, address);
    await storePassword(db.kysely, { userId: own.userId, passwordHash });
  }
  const person = await insertPerson(other.companyId, address.toUpperCase());
  await storePassword(db.kysely, { userId: person.userId, passwordHash: await weakHasher.hash(password) });
  const parts = { db: db.kysely, passwords: weakHasher };
  const source = { address: null, browserHash: null };
  expect(await signInWithPassword(parts, { email: address, password }, source)).toEqual({
    kind: "proven",
    accountUserIds: [person.accountUserId],
  });
});

async function insertPerson(companyId: number, email: string) {
  const accountUserId = await insertMember(db.kysely, {
    companyId,
    kind: "person",
    fullName: "Zoe",
    email,
    role: "Member",
  });
  const { userId } = (await loadMember(db.kysely, accountUserId)) ?? { userId: 0 };
  return { accountUserId, userId };
}
