import type { CatalogAuthentication } from "@bowline/catalog";
import type { Catalog } from "../../catalog/catalog.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { saveRegistersClients } from "../../db/catalog/registers-clients.ts";
import type { Database } from "../../db/open-database.ts";
import type { Discover } from "../provider/discover-provider.ts";
import { ProviderError } from "../provider/provider-error.ts";

interface NoteParts {
  db: Pick<Database, "kysely">;
  catalog: Pick<Catalog, "forget">;
}

/**
 * Whether a discovery document says where clients are registered: it is read, and is of one authorization server. One that a
 * connection's fields choose may be anybody's.
 */
export const readsRegistration = ({ oauth2 }: CatalogAuthentication): boolean =>
  oauth2?.discoveryUrl?.includes("{") === false &&
  (oauth2.authorizationUrl === undefined || oauth2.tokenUrl === undefined);

/** An authentication method, and whose application it is of. */
interface OwnedMethod {
  method: CatalogAuthentication;
  application: { companyId: number | null };
}

/** Whether a discovery document contradicts what is stored with an imported method. Of a built-in one nothing is stored. */
export const contradictsNote = (
  { method, application }: OwnedMethod,
  { registrationUrl }: { registrationUrl: string | null },
): boolean =>
  application.companyId !== null &&
  readsRegistration(method) &&
  (registrationUrl !== null) !== (method.oauth2?.registersClients !== false);

/**
 * Stores with an imported method whether its authorization server registers clients, if that has changed. So people learn before they
 * sign in that an Admin must set a client.
 *
 * @param read read just now, if it contradicts what is stored: an older document might replace what another server has stored since
 */
export async function noteRegistration(
  { db, catalog }: NoteParts,
  { authenticationId, method, application }: OwnedMethod & { authenticationId: number },
  read: { registrationUrl: string | null },
): Promise<void> {
  const { companyId } = application;
  if (companyId === null || !contradictsNote({ method, application }, read)) {
    return;
  }
  const discoveryUrl = method.oauth2?.discoveryUrl ?? "";
  const isOffered = read.registrationUrl !== null;
  await saveRegistersClients(db.kysely, companyId, authenticationId, discoveryUrl, isOffered);
  catalog.forget(companyId);
}

/** Reads the discovery documents of an application's sign-ins anew for `noteRegistration`. One that cannot be read changes nothing. */
export async function noteRegistrations(
  parts: NoteParts & { discover: Discover },
  application: ApplicationEntry,
): Promise<void> {
  for (const method of application.authentications.filter(readsRegistration)) {
    const { authenticationId } = method;
    const provider = await parts.discover(method.oauth2?.discoveryUrl ?? "", true).catch((error: unknown) => {
      if (error instanceof ProviderError) {
        return null;
      }
      throw error;
    });
    if (provider !== null) {
      await noteRegistration(parts, { authenticationId, method, application }, provider);
    }
  }
}
