import type { Environment } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** An MCP server's application, with the address at which the server was asked. */
export interface AskedApplication {
  applicationId: number;
  slug: string;
  environments: readonly Environment[];
}

/** An Admin has moved or deleted an application while its server was asked. */
export class ApplicationMovedError extends Error {
  override readonly name = "ApplicationMovedError";
}

/**
 * Locks an application before what its server said is stored. So listings wait for each other, and for an Admin's decision.
 *
 * @throws ApplicationMovedError when it has another address by now: another server was asked than the one that is called
 */
export async function lockAsked(
  transaction: Kysely<Schema>,
  { applicationId, slug, environments }: AskedApplication,
): Promise<void> {
  const { rows } = await sql<{ serverUrl: string }>`
    select coalesce(nullif(presentation ->> 'baseUrl', ''), definition #>> '{environments,0,serverUrl}') as "serverUrl"
    from application where application_id = ${applicationId} for no key update`.execute(transaction);
  if (rows[0]?.serverUrl.replace(/\/+$/, "/") !== environments[0]?.serverUrl) {
    throw new ApplicationMovedError(
      `"${slug}" was moved to another address, or deleted, while its server was asked. Ask it again.`,
    );
  }
}
