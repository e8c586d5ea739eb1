import type { CatalogAuthentication, Environment } from "@bowline/catalog";

/** What an application's address decides about it. */
export interface Addressed<Method extends CatalogAuthentication> {
  environments: Environment[];
  authentications: Method[];
  /** Whether a connection is needed only because the address was unknown, and it is known now. */
  needsNoConnection: boolean;
}

const field = "baseUrl";
const unknownServer = `{${field}}`;

/**
 * Puts the address that an Admin set (decisions D44) in the place of the description's servers. Where the description names none,
 * connections are no longer asked for one.
 *
 * @param baseUrl absent or empty: the description's own servers count
 */
export function applyBaseUrl<Method extends CatalogAuthentication>(
  environments: Environment[],
  authentications: Method[],
  baseUrl: string | undefined,
): Addressed<Method> {
  const [first] = environments;
  if (baseUrl === undefined || baseUrl === "" || first === undefined) {
    return { environments, authentications, needsNoConnection: false };
  }
  const environment = { name: first.name, serverUrl: baseUrl.replace(/\/+$/, "") };
  if (first.serverUrl !== unknownServer) {
    return { environments: [environment], authentications, needsNoConnection: false };
  }
  const addressed = authentications.map((method) => ({
    ...method,
    fields: method.fields.filter(({ fieldName }) => fieldName !== field),
  }));
  const needsNoConnection = addressed.every(({ type, fields }) => type === "none" && fields.length === 0);
  return { environments: [environment], authentications: addressed, needsNoConnection };
}
