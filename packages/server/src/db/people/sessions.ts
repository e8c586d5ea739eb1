import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { deleteRowsInBatches } from "../delete-in-batches.ts";
import type { Schema } from "../schema.ts";
import type { Caller } from "./callers.ts";

/** Hours without a request after which a session ends (decisions D54). */
const idleHours = 12;
/** Seconds between two updates of `last_used_date`, so that most requests only read. */
const noteUseSeconds = 60;

/** A session that has not ended. */
export interface SessionRow {
  sessionHash: Buffer;
  /** The account user that the person chose. Null: not chosen yet. */
  caller: Caller | null;
  /** When the person signed in, in milliseconds since 1970 by the clock of the database. */
  signedInMs: number;
  /** The last noted use is more than a minute ago. */
  isUseToNote: boolean;
}

/** A company that the person of a session may choose. */
export interface SessionChoice {
  accountUserId: number;
  companyName: string;
  fullName: string;
  role: Role;
}

/** Adds a session for one or more account users; a person with only one does not have to choose. */
export async function insertSession(
  db: Kysely<Schema>,
  session: { sessionHash: Buffer; accountUserIds: readonly number[]; expiresDate: Date },
): Promise<void> {
  const { sessionHash, accountUserIds } = session;
  const [only = null] = accountUserIds.length === 1 ? accountUserIds : [];
  await db
    .insertInto("session")
    .values({ session_hash: sessionHash, account_user_id: only, expires_date: session.expiresDate })
    .execute();
  await db
    .insertInto("session_account_user")
    .values(accountUserIds.map((id) => ({ session_hash: sessionHash, account_user_id: id })))
    .execute();
}

/** Loads a session that has neither ended nor expired, nor been idle for too long. */
export async function loadSession(db: Kysely<Schema>, sessionHash: Buffer): Promise<SessionRow | null> {
  const row = await db
    .selectFrom("session as s")
    .leftJoin("account_user as a", "a.account_user_id", "s.account_user_id")
    .leftJoin("user_profile as u", "u.user_id", "a.user_id")
    .leftJoin("company as c", "c.company_id", "a.company_id")
    .select([
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "a.user_id as userId",
      "a.role",
      "u.full_name as fullName",
      "u.email",
      "c.name as companyName",
      "s.created_date as createdDate",
      "s.expires_date as expiresDate",
      sql<boolean>`s.last_used_date < now() - make_interval(secs => ${noteUseSeconds})`.as("isUseToNote"),
    ])
    .where("s.session_hash", "=", sessionHash)
    .where("s.expires_date", ">", sql<Date>`now()`)
    .where(sql<boolean>`s.last_used_date > now() - make_interval(hours => ${idleHours})`)
    .where("u.deleted_date", "is", null)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { createdDate, isUseToNote } = row;
  return { sessionHash, caller: buildCaller(row), signedInMs: createdDate.getTime(), isUseToNote };
}

type NullableCaller = {
  [Member in keyof Omit<Caller, "credential" | "isProfileDeleted">]: Caller[Member] | null;
};

function buildCaller(row: NullableCaller & { expiresDate: Date }): Caller | null {
  const { accountUserId, companyId, userId, role, fullName, email, companyName, expiresDate } = row;
  if (
    accountUserId === null ||
    companyId === null ||
    userId === null ||
    role === null ||
    fullName === null ||
    email === null ||
    companyName === null
  ) {
    return null;
  }
  return {
    accountUserId,
    companyId,
    userId,
    role,
    fullName,
    email,
    companyName,
    isProfileDeleted: false,
    credential: {
      kind: "session",
      apiKeyId: null,
      tokenSubject: null,
      expiresAtMs: expiresDate.getTime(),
      narrowing: { toolsetId: null, isReadOnly: false, scopes: null },
    },
  };
}

export async function noteSessionUse(db: Kysely<Schema>, sessionHash: Buffer): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_used_date: sql<Date>`now()` })
    .where("session_hash", "=", sessionHash)
    .execute();
}

/** Lists the companies that the person of a session may choose, by name. */
export async function listSessionChoices(db: Kysely<Schema>, sessionHash: Buffer): Promise<SessionChoice[]> {
  return db
    .selectFrom("session_account_user as p")
    .innerJoin("account_user as a", "a.account_user_id", "p.account_user_id")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as c", "c.company_id", "a.company_id")
    .select([
      "a.account_user_id as accountUserId",
      "c.name as companyName",
      "u.full_name as fullName",
      "a.role",
    ])
    .where("p.session_hash", "=", sessionHash)
    .where("u.deleted_date", "is", null)
    .orderBy("c.name")
    .orderBy("a.account_user_id")
    .execute();
}

/** Lets a session act for one more account user, and chooses that. */
export async function addSessionChoice(
  db: Kysely<Schema>,
  sessionHash: Buffer,
  accountUserId: number,
): Promise<void> {
  await db
    .insertInto("session_account_user")
    .values({ session_hash: sessionHash, account_user_id: accountUserId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await chooseAccountUser(db, sessionHash, accountUserId);
}

/** Chooses an account user of a session. False when it is none of the session's. */
export async function chooseAccountUser(
  db: Kysely<Schema>,
  sessionHash: Buffer,
  accountUserId: number,
): Promise<boolean> {
  const chosen = await db
    .updateTable("session as s")
    .from("session_account_user as p")
    .set({ account_user_id: accountUserId })
    .where("s.session_hash", "=", sessionHash)
    .whereRef("p.session_hash", "=", "s.session_hash")
    .where("p.account_user_id", "=", accountUserId)
    .returning("s.session_hash")
    .executeTakeFirst();
  return chosen !== undefined;
}

export async function deleteSession(db: Kysely<Schema>, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom("session").where("session_hash", "=", sessionHash).execute();
}

/** Ends the sessions that act for an account user. Those of the person that act for another company go on, and cannot choose this one. */
export async function endMemberSessions(db: Kysely<Schema>, accountUserId: number): Promise<void> {
  await db.deleteFrom("session").where("account_user_id", "=", accountUserId).execute();
  await db.deleteFrom("session_account_user").where("account_user_id", "=", accountUserId).execute();
}

/** Ends all sessions that can act for a profile, but the one given. */
export async function endPersonSessions(
  db: Kysely<Schema>,
  userId: number,
  exceptHash: Buffer | null,
): Promise<void> {
  await sql`delete from session where session_hash is distinct from ${exceptHash} and session_hash in (
    select p.session_hash from session_account_user p join account_user a using (account_user_id) where a.user_id = ${userId})`.execute(
    db,
  );
}

/** Deletes sessions that have expired or were idle for too long. */
export async function pruneSessions(db: Kysely<Schema>): Promise<void> {
  const isOver = sql`expires_date < now() or last_used_date < now() - make_interval(hours => ${idleHours})`;
  await deleteRowsInBatches(db, "session", isOver);
}
