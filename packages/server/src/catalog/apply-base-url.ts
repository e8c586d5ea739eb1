import type { CatalogAuthentication, Environment } from "@bowline/catalog";

/** The parts of an application that depend on its address. */
export interface Addressed<Method extends CatalogAuthentication> {
  environments: Environment[];
  authentications: Method[];
  /** Whether a connection was needed only for the address, which is now known. */
  needsNoConnection: boolean;
}

const field = "baseUrl";
const unknownServer = `{${field}}`;

/**
 * Replaces the description's servers by the address that an Admin set (decisions D44). If the description names no server, connections
 * no longer need a field for it.
 *
 * @param baseUrl absent or empty: the description's servers stay
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
  // Some MCP servers have no endpoint without the slash at the end. Other runtimes leave it out.
  const environment = { name: first.name, serverUrl: baseUrl.replace(/\/+$/, "/") };
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
