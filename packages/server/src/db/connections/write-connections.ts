import { type Kysely, sql, type Transaction } from "kysely";
import { endApprovals } from "../approvals.ts";
import { inTransaction } from "../in-transaction.ts";
import type { Schema } from "../schema.ts";
import { ReferenceGoneError } from "../sql-state.ts";
import type { ConnectionRow, TokenDates } from "./connections.ts";
import { clearDefault } from "./default-connections.ts";
import { connectionDeleted, deleteConnectionRows, type OnDeleted } from "./delete-connections.ts";

/** A connection to insert. Its id is taken beforehand, because its secrets are sealed to that id. */
export interface NewConnection {
  connectionId: number;
  accountUserId: number;
  applicationId: number;
  authenticationId: number;
  name: string;
  environment: string;
  accountLabel: string | null;
  fields: Record<string, string>;
  sealedSecrets: Buffer | null;
  sealedOrigins: string[] | null;
  isDefault: boolean;
  /** Default: there is no token from us. */
  tokenDates?: TokenDates;
}

/**
 * Inserts a connection in a transaction.
 *
 * @throws ReferenceGoneError when its owner has deleted the profile
 */
export async function insertConnectionRow(
  transaction: Transaction<Schema>,
  row: NewConnection,
): Promise<void> {
  if (row.isDefault) {
    // First, since its lock is the stronger one: two that held the other would wait for each other.
    await clearDefault(transaction, row.accountUserId, row.applicationId);
  }
  await checkProfile(transaction, row.accountUserId);
  const { tokenDueDate = null, tokenExpiresDate = null, isTokenRenewable = false } = row.tokenDates ?? {};
  await sql`insert into connection (connection_id, account_user_id, application_id, authentication_id, name, environment,
      account_label, fields, sealed_secrets, sealed_origins, is_default, token_due_date, token_expires_date, is_token_renewable,
      token_version)
    overriding system value values (${row.connectionId}, ${row.accountUserId}, ${row.applicationId},
      ${row.authenticationId}, ${row.name}, ${row.environment}, ${row.accountLabel}, ${JSON.stringify(row.fields)},
      ${row.sealedSecrets}, ${row.sealedOrigins}, ${row.isDefault}, ${tokenDueDate}, ${tokenExpiresDate}, ${isTokenRenewable},
      ${row.tokenDates === undefined ? 0 : 1})`.execute(transaction);
}

/** Whoever deletes a profile locks its account users, and deletes the connections that are there by then. */
async function checkProfile(transaction: Transaction<Schema>, accountUserId: number): Promise<void> {
  await sql`select 1 from account_user where account_user_id = ${accountUserId} for key share`.execute(
    transaction,
  );
  const { rows } = await sql`select 1 from account_user join user_profile using (user_id)
    where account_user_id = ${accountUserId} and deleted_date is not null`.execute(transaction);
  if (rows.length > 0) {
    throw new ReferenceGoneError("The owner of the connection has deleted the profile.");
  }
}

/** Takes the next connection id. */
export async function takeConnectionId(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('connection', 'connection_id'))::int as id`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    throw new Error("The database returned no connection id.");
  }
  return row.id;
}

/** Changes the members given; undefined does not change. False when the connection does not exist. */
export async function updateConnectionRow(
  db: Kysely<Schema>,
  connectionId: number,
  change: {
    name?: string;
    environment?: string;
    fields?: Record<string, string>;
    sealedSecrets?: Buffer | null;
    sealedOrigins?: string[] | null;
    status?: ConnectionRow["status"];
    statusReason?: string | null;
    refusedCalls?: number;
    accountLabel?: string | null;
  } & Partial<TokenDates & Pick<ConnectionRow, "tokenVersion">>,
): Promise<boolean> {
  const result = await db
    .updateTable("connection")
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.environment !== undefined && { environment: change.environment }),
      ...(change.fields !== undefined && { fields: JSON.stringify(change.fields) }),
      ...(change.sealedSecrets !== undefined && { sealed_secrets: change.sealedSecrets }),
      ...(change.sealedOrigins !== undefined && { sealed_origins: change.sealedOrigins }),
      ...(change.status !== undefined && { status: change.status }),
      ...(change.statusReason !== undefined && { status_reason: change.statusReason }),
      ...(change.refusedCalls !== undefined && { refused_calls: change.refusedCalls }),
      ...(change.accountLabel !== undefined && { account_label: change.accountLabel }),
      ...(change.tokenDueDate !== undefined && { token_due_date: change.tokenDueDate }),
      ...(change.tokenExpiresDate !== undefined && { token_expires_date: change.tokenExpiresDate }),
      ...(change.isTokenRenewable !== undefined && { is_token_renewable: change.isTokenRenewable }),
      ...(change.tokenVersion !== undefined && { token_version: change.tokenVersion }),
      updated_date: sql`now()`,
    })
    .where("connection_id", "=", connectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a connection. False when it did not exist. */
export async function deleteConnectionRow(
  db: Kysely<Schema>,
  connectionId: number,
  onDeleted: OnDeleted,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    let wasDeleted = false;
    const isConcerned = sql<boolean>`connection_id = ${connectionId}`;
    await deleteConnectionRows(transaction, isConcerned, async (_transaction, batch) => {
      wasDeleted ||= batch.length > 0;
      await onDeleted(transaction, batch);
    });
    // Afterward, since the deletion waits for requests that are just being made.
    await endApprovals(transaction, isConcerned, connectionDeleted);
    return wasDeleted;
  });
}
