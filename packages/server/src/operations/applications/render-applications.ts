import type { Application } from "@bowline/contract";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { mayRegister } from "../../connect/sign-in/client-registrar.ts";
import { listClientMethods } from "../../db/oauth-clients.ts";
import type { Deps } from "../../deps.ts";

/** Renders applications as JSON for a company, with the sign-ins that lack an OAuth client there. */
export async function renderApplications(
  deps: Pick<Deps, "db" | "operatorClients">,
  companyId: number,
  applications: readonly ApplicationEntry[],
): Promise<string[]> {
  const lacking = await findLacking(deps, companyId, applications);
  return applications.map((application) =>
    application.authentications.some(({ authenticationId }) => lacking.has(authenticationId))
      ? JSON.stringify(markLacking(application.record, lacking))
      : application.json,
  );
}

/** Asks the database only when the server itself has no client for some of the sign-ins. */
async function findLacking(
  { db, operatorClients }: Pick<Deps, "db" | "operatorClients">,
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

const markLacking = (record: Application, lacking: ReadonlySet<number>): Application => ({
  ...record,
  authentications: record.authentications.map((method) => ({
    ...method,
    lacksOAuthClient: lacking.has(method.authenticationId),
  })),
});
