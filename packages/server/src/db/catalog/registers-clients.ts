import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { lockCompany } from "../people/companies.ts";
import type { Schema } from "../schema.ts";

/**
 * Stores with an authentication method whether its authorization server registers clients. Does nothing when an import has given the
 * method another discovery document meanwhile.
 */
export async function saveRegistersClients(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
  discoveryUrl: string,
  registersClients: boolean,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // As an import does, which writes the same rows.
    await lockCompany(transaction, companyId);
    const row = await transaction
      .selectFrom("authentication_method")
      .select(["application_id", "definition"])
      .where("authentication_id", "=", authenticationId)
      .executeTakeFirst();
    if (row === undefined || row.definition.oauth2?.discoveryUrl !== discoveryUrl) {
      return;
    }
    const { registersClients: _before, ...oauth2 } = row.definition.oauth2;
    const noted = {
      ...row.definition,
      oauth2: { ...oauth2, ...(!registersClients && { registersClients }) },
    };
    await transaction
      .updateTable("authentication_method")
      .set({ definition: JSON.stringify(noted) })
      .where("authentication_id", "=", authenticationId)
      .execute();
    // Tells all servers that the application has changed.
    await sql`update application set updated_date = now() where application_id = ${row.application_id}`.execute(
      transaction,
    );
  });
}
