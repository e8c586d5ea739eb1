import type { Catalog } from "../../catalog/catalog.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { type ConnectLinkRow, type LinkOwner, loadConnectLink } from "../../db/connect-links.ts";
import type { Database } from "../../db/open-database.ts";
import { hashToken, isToken } from "../../identity/token.ts";
import type { OperatorClients } from "../provider/operator-clients.ts";
import { findLackingClients } from "../sign-in/find-lacking-clients.ts";

/** A link that can be used. */
export interface OpenLink extends Omit<ConnectLinkRow, "owner" | "applicationId"> {
  kind: "open";
  token: string;
  owner: LinkOwner;
  application: ApplicationEntry;
  /** The methods to choose from, without sign-ins that lack an OAuth client; never empty. */
  methods: AuthenticationEntry[];
  /** The environments to choose from; never empty. */
  environments: string[];
}

/**
 * A link that cannot be used. `over`: it was used or has expired. `gone`: what it was made for is no longer there. `notSetUp`: an
 * Admin has to enter an OAuth client first.
 */
export type ClosedLink =
  | { kind: "unknown" }
  | { kind: "over"; row: ConnectLinkRow }
  | { kind: "gone"; reason: string }
  | { kind: "notSetUp"; applicationName: string };

/** Opens a link by the token in its address. A text that is no token costs no query, any other token one indexed read. */
export async function openLink(
  parts: { db: Pick<Database, "kysely" | "read">; catalog: Catalog; operatorClients: OperatorClients },
  token: string,
): Promise<OpenLink | ClosedLink> {
  const { db, catalog } = parts;
  const row = isToken(token) ? await loadConnectLink(db.kysely, hashToken(token)) : null;
  if (row === null) {
    return { kind: "unknown" };
  }
  if (row.status !== "open" || row.isExpired) {
    return { kind: "over", row };
  }
  const { owner, applicationId, ...link } = row;
  if (owner === null) {
    return { kind: "gone", reason: "The member who would get the connection is no longer there." };
  }
  const companyCatalog = await catalog.forCompany(owner.companyId);
  const application = applicationId === null ? undefined : companyCatalog.findApplicationById(applicationId);
  if (application === undefined) {
    return { kind: "gone", reason: "The application was deleted." };
  }
  if (companyCatalog.findApplication(application.slug) !== application) {
    return { kind: "gone", reason: "The application is hidden: nobody can connect to it at present." };
  }
  const methods = application.authentications.filter(
    ({ authenticationId }) => authenticationId === (link.authenticationId ?? authenticationId),
  );
  const environments = application.environments
    .map(({ name }) => name)
    .filter((name) => name === (link.environment ?? name));
  if (methods.length === 0 || environments.length === 0) {
    return { kind: "gone", reason: "The application was changed: it no longer connects in this way." };
  }
  const lacking = await findLackingClients(parts, owner.companyId, [application]);
  const usable = methods.filter(({ authenticationId }) => !lacking.has(authenticationId));
  return usable.length === 0
    ? { kind: "notSetUp", applicationName: application.name }
    : { ...link, kind: "open", token, owner, application, methods: usable, environments };
}
