import type { AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { listHosts, listOrigins } from "../../connections/list-origins.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import type { Database } from "../../db/open-database.ts";
import { listLinkEnvironments, type OpenLink } from "./open-link.ts";

/** Lists the hosts that the credentials of a method are sent to, as far as they are known before any field is filled in. */
export async function listLinkHosts(
  db: Pick<Database, "kysely">,
  link: OpenLink,
  method: AuthenticationEntry,
): Promise<string[]> {
  const { application } = link;
  const toolServers = await loadToolServers(db.kysely, application.applicationId);
  const described = { environments: application.environments, toolServers };
  return listHosts(
    listLinkEnvironments(link, method).flatMap((name) => listOrigins(described, method, name, {}, {})),
  );
}
