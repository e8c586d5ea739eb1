import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { isOffered, notOffered } from "./is-offered.ts";

type Fields = Readonly<Record<string, string>>;

/** An application as it is described now. */
export interface Description {
  application: ApplicationEntry;
  toolServers: string[];
  /** Lists where the secrets of a connection with these fields are sent. Both are by name. */
  describeOrigins(fields: Fields, secrets?: Fields): string[];
}

/** @throws ProviderError when the application, or what the sign-in needs of it, was removed */
export async function loadDescription(parts: ConnectParts, signIn: SignInRow): Promise<Description> {
  const { companyId, applicationId, method, environment } = signIn;
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  if (!isOffered(application, signIn)) {
    throw new ProviderError("refused", notOffered);
  }
  const toolServers = await loadToolServers(parts.db.kysely, applicationId);
  const described = { environments: application.environments, toolServers };
  const describeOrigins: Description["describeOrigins"] = (fields, secrets) =>
    listOrigins(described, method, environment, fields, secrets);
  return { application, toolServers, describeOrigins };
}

/** The person agreed to the application as it was when the sign-in began (decisions D73). */
export function checkNotMoved(origins: readonly string[], described: readonly string[]): void {
  const added = described.filter((origin) => !origins.includes(origin));
  if (added.length > 0) {
    throw new ProviderError(
      "refused",
      `The application's addresses were changed while you signed in: it now uses ${added.join(", ")}. Start again.`,
    );
  }
}
