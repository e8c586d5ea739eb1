import type { Catalog } from "../../catalog/catalog.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { type ConnectLinkRow, type LinkOwner, loadConnectLink } from "../../db/connect-links.ts";
import type { Database } from "../../db/open-database.ts";
import { hashToken, isToken } from "../../identity/token.ts";

/** A link that can be used. */
export interface OpenLink extends Omit<ConnectLinkRow, "owner" | "applicationId"> {
  kind: "open";
  token: string;
  owner: LinkOwner;
  application: ApplicationEntry;
  /** The methods to choose from; never empty. */
  methods: AuthenticationEntry[];
  /** The environments to choose from; never empty. */
  environments: string[];
}

/** A link that cannot be used. `over`: it was used or has expired. `gone`: what it was made for is no longer there. */
export type ClosedLink =
  | { kind: "unknown" }
  | { kind: "over"; row: ConnectLinkRow }
  | { kind: "gone"; reason: string };

/** Opens a link by the token in its address. A text that is no token costs no query, any other token one indexed read. */
export async function openLink(
  { db, catalog }: { db: Pick<Database, "kysely">; catalog: Catalog },
  token: string,
): Promise<OpenLink | ClosedLink> {
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
  return { ...link, kind: "open", token, owner, application, methods, environments };
}
