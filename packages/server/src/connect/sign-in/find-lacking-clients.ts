import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { listClientMethods } from "../../db/authorization/oauth-clients.ts";
import type { Database } from "../../db/open-database.ts";
import type { OperatorClients } from "../provider/operator-clients.ts";
import { mayRegister } from "./client-registrar.ts";

/**
 * Finds the sign-ins that a company has no OAuth client for, by their ids. Asks the database only when the server itself has no
 * client for some of them.
 */
export async function findLackingClients(
  { db, operatorClients }: { db: Pick<Database, "read">; operatorClients: OperatorClients },
  companyId: number,
  applications: readonly ApplicationEntry[],
): Promise<ReadonlySet<number>> {
  const lacking = new Set<number>();
  for (const { slug, companyId: owner, authentications } of applications) {
    for (const method of authentications) {
      if (
        method.type === "oauth2" &&
        method.oauth2 !== undefined &&
        !mayRegister(method) &&
        !operatorClients.has({ slug, isBuiltIn: owner === null }, method)
      ) {
        lacking.add(method.authenticationId);
      }
    }
  }
  if (lacking.size > 0) {
    for (const id of await db.read((reading) => listClientMethods(reading, companyId))) {
      lacking.delete(id);
    }
  }
  return lacking;
}
