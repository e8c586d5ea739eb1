import type { Kysely } from "kysely";
import { loadPasswordsByEmail, type PasswordRow, replacePasswordHash } from "../db/people/passwords.ts";
import { listAccountUsers } from "../db/people/person-companies.ts";
import type { Schema } from "../db/schema.ts";
import { type PasswordHasher, TooManySignInsError } from "./password-hash.ts";
import { type RefusedTry, type TrySource, takeTry } from "./sign-in-limits.ts";

/** The account users that a sign-in proved; at least one. */
export interface ProvenPerson {
  kind: "proven";
  accountUserIds: number[];
}

const longestEmail = 320;
const longestPassword = 1000;

/**
 * Checks an e-mail address and a password. An address that nobody has reads and costs like a wrong password (decisions D59b).
 *
 * @param sent as the person typed them
 * @throws TooManySignInsError
 */
export async function signInWithPassword(
  { db, passwords }: { db: Kysely<Schema>; passwords: PasswordHasher },
  sent: { email: string; password: string },
  source: TrySource,
): Promise<ProvenPerson | RefusedTry | { kind: "wrong" }> {
  const email = sent.email.trim();
  const tried = await takeTry(db, email.slice(0, longestEmail), source);
  if (tried.kind === "throttled") {
    return tried;
  }
  const all = isPlausible(email, sent.password) ? await loadPasswordsByEmail(db, email) : [];
  const rows = all.filter(({ userId }) => tried.userIds?.includes(userId) ?? true);
  const fitting = await passwords.findFitting(
    sent.password.slice(0, longestPassword),
    rows.map(({ passwordHash }) => passwordHash),
  );
  const proven = rows.filter((_, index) => fitting.includes(index));
  const userIds = proven.map(({ userId }) => userId);
  const accountUserIds = userIds.length === 0 ? [] : await listAccountUsers(db, userIds);
  if (accountUserIds.length === 0) {
    return { kind: "wrong" };
  }
  await tried.forgive(proven.length === all.length);
  for (const row of proven) {
    await renewHash(db, passwords, row, sent.password);
  }
  return { kind: "proven", accountUserIds };
}

/** Stores a password again when its hash is weaker than hashes are today. While the server is busy, the next sign-in does it. */
async function renewHash(
  db: Kysely<Schema>,
  passwords: PasswordHasher,
  { userId, passwordHash }: PasswordRow,
  password: string,
): Promise<void> {
  if (!passwords.isOutdated(passwordHash)) {
    return;
  }
  try {
    await replacePasswordHash(db, { userId, passwordHash }, await passwords.hash(password));
  } catch (error) {
    if (!(error instanceof TooManySignInsError)) {
      throw error;
    }
  }
}

/** Whether these can belong to somebody. PostgreSQL refuses texts with NUL. */
const isPlausible = (email: string, password: string): boolean =>
  email.length <= longestEmail && password.length <= longestPassword && !email.includes("\0");
