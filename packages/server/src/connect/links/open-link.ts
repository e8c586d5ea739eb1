import type { Catalog } from "../../catalog/catalog.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { isHidden } from "../../catalog/is-hidden.ts";
import { listEnvironments } from "../../catalog/list-environments.ts";
import { type ConnectLinkRow, type LinkOwner, loadConnectLink } from "../../db/connections/connect-links.ts";
import { connectionDeleted } from "../../db/connections/delete-connections.ts";
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
  if (row.error === connectionDeleted) {
    return { kind: "gone", reason: row.error };
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
  if (isHidden(companyCatalog, application)) {
    return { kind: "gone", reason: "The application is hidden: nobody can connect to it at present." };
  }
  const methods = application.authentications.filter(
    (method) =>
      method.authenticationId === (link.authenticationId ?? method.authenticationId) &&
      listLinkEnvironments({ ...link, application }, method).length > 0,
  );
  if (methods.length === 0) {
    return { kind: "gone", reason: "The application was changed: it no longer connects in this way." };
  }
  const lacking = await findLackingClients(parts, owner.companyId, [application]);
  const usable = methods.filter(({ authenticationId }) => !lacking.has(authenticationId));
  return usable.length === 0
    ? { kind: "notSetUp", applicationName: application.name }
    : { ...link, kind: "open", token, owner, application, methods: usable };
}

/** Lists the environments to choose from with a method. Never empty for a method of the link. */
export const listLinkEnvironments = (
  { application, environment }: Pick<OpenLink, "application" | "environment">,
  method: AuthenticationEntry,
): string[] =>
  listEnvironments(application.environments, method).filter((name) => name === (environment ?? name));
