import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { insertMember, updateProfile } from "../db/people/members.ts";
import { chooseAccountUser, endPersonSessions } from "../db/people/sessions.ts";
import { findSession, findSessionPerson } from "./find-session-person.ts";
import { startSession } from "./start-session.ts";
import { hashToken } from "./token.ts";

let database: TestDatabase;
const baseUrl = "http://localhost:4400";
const person = { kind: "person", fullName: "Ada", email: "ada@example.com", role: "Member" } as const;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function addMember() {
  const { rows } = await database.pool.query(
    "insert into company (name, wrapped_data_key) values ('Lovelace', '') returning company_id",
  );
  const companyId: number = rows[0].company_id;
  const accountUserId = await insertMember(database.kysely, { companyId, ...person });
  return accountUserId;
}

const start = (...ids: number[]) => startSession(database.kysely, Date.now(), ids, null);
const find = (token: string) =>
  findSessionPerson({ db: database.kysely, baseUrl }, `other=1; bowline-session=${token}; theme=dark`);

test("a session is its account user, with a credential that is not narrowed", async () => {
  const accountUserId = await addMember();
  const token = await start(accountUserId);
  expect(await find(token)).toMatchObject({
    accountUserId,
    fullName: "Ada",
    email: "ada@example.com",
    companyName: "Lovelace",
    role: "Member",
    credential: {
      kind: "session",
      apiKeyId: null,
      narrowing: { toolsetId: null, isReadOnly: false, scopes: null },
    },
  });
});

test("no cookie, an unknown token and another cookie are nobody", async () => {
  const accountUserId = await addMember();
  const token = await start(accountUserId);
  const parts = { db: database.kysely, baseUrl };
  for (const header of [
    undefined,
    "",
    "bowline-session=",
    `__Host-bowline-session=${token}`,
    `bowline-session=${token}x`,
  ]) {
    expect(await findSessionPerson(parts, header)).toBeNull();
  }
  const https = { db: database.kysely, baseUrl: "https://bowline.example" };
  expect(await findSessionPerson(https, `bowline-session=${token}`)).toBeNull();
  expect(await findSessionPerson(https, `__Host-bowline-session=${token}`)).not.toBeNull();
});

test("only the hash of the token is stored", async () => {
  const token = await start(await addMember());
  const { rows } = await database.pool.query("select s::text as row from session s");
  const text = rows.map(({ row }) => row).join("\n");
  expect(text).not.toContain(token);
  expect(text).not.toContain(Buffer.from(token).toString("hex"));
  expect(text).toContain(hashToken(token).toString("hex"));
});

test("a person in several companies has none until one is chosen, and may choose no other person's", async () => {
  const [first, second, foreign] = [await addMember(), await addMember(), await addMember()];
  const token = await start(first, second);
  expect(await find(token)).toBeNull();
  expect(await findSession({ db: database.kysely, baseUrl }, `bowline-session=${token}`)).not.toBeNull();
  expect(await chooseAccountUser(database.kysely, hashToken(token), foreign)).toBe(false);
  expect(await find(token)).toBeNull();
  expect(await chooseAccountUser(database.kysely, hashToken(token), second)).toBe(true);
  expect((await find(token))?.accountUserId).toBe(second);
});

test("a session ends when it was idle for 12 hours, and after 30 days", async () => {
  const token = await start(await addMember());
  await database.pool.query("update session set last_used_date = now() - interval '11 hours 59 minutes'");
  expect(await find(token)).not.toBeNull();
  const { rows } = await database.pool.query(
    "select now() - max(last_used_date) < '1 minute' as noted from session",
  );
  expect(rows).toEqual([{ noted: true }]);
  await database.pool.query("update session set last_used_date = now() - interval '12 hours 1 second'");
  expect(await find(token)).toBeNull();

  const old = await startSession(
    database.kysely,
    Date.now() - 30 * 86_400_000 - 1000,
    [await addMember()],
    null,
  );
  expect(await find(old)).toBeNull();
});

test("it ends with the member, with the profile, and with the sessions of the person", async () => {
  const [first, second, third] = [await addMember(), await addMember(), await addMember()];
  const tokens = await Promise.all([start(first), start(second), start(third), start(third)]);
  await database.pool.query("delete from account_user where account_user_id = $1", [first]);
  expect(await find(tokens[0])).toBeNull();

  const caller = await find(tokens[1]);
  await updateProfile(database.kysely, caller?.userId ?? 0, { deletedDate: new Date() });
  expect(await find(tokens[1])).toBeNull();

  const other = await find(tokens[2]);
  await endPersonSessions(database.kysely, other?.userId ?? 0, hashToken(tokens[3]));
  expect(await find(tokens[2])).toBeNull();
  expect(await find(tokens[3])).not.toBeNull();
});

test("a sign-in ends the browser's former session", async () => {
  const accountUserId = await addMember();
  const former = await start(accountUserId);
  const token = await startSession(database.kysely, Date.now(), [accountUserId], hashToken(former));
  expect(await find(former)).toBeNull();
  expect(await find(token)).not.toBeNull();
});
