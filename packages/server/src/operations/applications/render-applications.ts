import type { Application } from "@bowline/contract";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { findLackingClients } from "../../connect/sign-in/find-lacking-clients.ts";
import type { Deps } from "../../deps.ts";

/** Renders applications as JSON for a company, with the sign-ins that lack an OAuth client there. */
export async function renderApplications(
  deps: Pick<Deps, "db" | "operatorClients">,
  companyId: number,
  applications: readonly ApplicationEntry[],
): Promise<string[]> {
  const lacking = await findLackingClients(deps, companyId, applications);
  return applications.map((application) =>
    application.authentications.some(({ authenticationId }) => lacking.has(authenticationId))
      ? JSON.stringify(markLacking(application.record, lacking))
      : application.json,
  );
}

const markLacking = (record: Application, lacking: ReadonlySet<number>): Application => ({
  ...record,
  authentications: record.authentications.map((method) => ({
    ...method,
    lacksOAuthClient: lacking.has(method.authenticationId),
  })),
});
