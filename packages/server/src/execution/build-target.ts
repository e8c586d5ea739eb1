import type { CatalogAuthentication } from "@bowline/catalog";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections.ts";
import type { HttpTarget } from "../runtimes/http/build-request.ts";
import type { Vault } from "../vault/vault.ts";
import type { LoadedTool } from "./load-tool.ts";

/** What the secrets of a connection are sealed to: they open for that connection only. */
export const secretPurpose = (connectionId: number): string => `connection:${connectionId}`;

const noSecrets: Readonly<Record<string, string>> = Object.freeze({});

/** Opens a connection's secret fields, by name. */
export async function openSecrets(
  vault: Vault,
  connection: ConnectionRow,
): Promise<Readonly<Record<string, string>>> {
  if (connection.sealedSecrets === null) {
    return noSecrets;
  }
  const { companyId, connectionId, sealedSecrets } = connection;
  const opened = vault.open(companyId, secretPurpose(connectionId), sealedSecrets);
  return JSON.parse(typeof opened === "string" ? opened : await opened);
}

/** Where and as whom a tool is called: the connection's fields over the defaults, with this call's overrides on top. */
export async function buildTarget(
  vault: Vault,
  tool: LoadedTool,
  connection: ConnectionRow | null,
  overrides: Readonly<Record<string, string>>,
): Promise<HttpTarget> {
  const { application } = tool.entry;
  if (connection === null) {
    const [method] = application.authentications;
    return {
      serverUrl: findServerUrl(application, null),
      variables: method ? defaultValues(method) : {},
      placements: [],
      secretValues: [],
    };
  }
  const { method } = connection;
  const secrets = await openSecrets(vault, connection);
  const variables = { ...defaultValues(method), ...connection.fields, ...secrets, ...overrides };
  return {
    serverUrl: findServerUrl(application, connection.environment),
    variables,
    // An operation that takes no credentials gets none.
    placements: tool.binding.authentications.length === 0 ? [] : method.placements,
    secretValues: listSecretValues(method, variables, secrets),
  };
}

/** The values that a method's fields have when a connection sets none, by name. */
export function defaultValues(method: CatalogAuthentication): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of method.fields) {
    if (field.default !== null) {
      values[field.fieldName] = field.default;
    }
  }
  return values;
}

/** Every sealed value is secret, also one that is no field of the method, such as a refresh token. */
function listSecretValues(
  method: CatalogAuthentication,
  variables: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const values = Object.values(secrets);
  for (const field of method.fields) {
    const value = variables[field.fieldName];
    if (field.secret && value !== undefined && value !== secrets[field.fieldName]) {
      values.push(value);
    }
  }
  return values;
}

/** The named environment, else the default one. */
function findServerUrl(application: ApplicationEntry, environment: string | null): string {
  const { environments } = application;
  const found = environments.find((one) => one.name === environment) ?? environments[0];
  return found?.serverUrl ?? "";
}
