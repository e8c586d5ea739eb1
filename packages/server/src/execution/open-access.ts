import type { CatalogAuthentication } from "@bowline/catalog";
import type { AtHand } from "../at-hand.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { dropFromAddresses } from "../connections/drop-from-addresses.ts";
import { findServerUrl } from "../connections/list-addresses.ts";
import { defaultValues, openSecrets } from "../connections/open-secrets.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Access } from "../runtimes/runtime.ts";
import type { Vault } from "../vault/vault.ts";
import { RecentAccess } from "./recent-access.ts";

const noOverrides = Object.freeze({});

/** Opens connections for calls. */
export class AccessOpener {
  readonly #vault: Vault;
  readonly #recent = new RecentAccess();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Builds a call's access from its connection: the default values, then the connection's fields, then the call's overrides. */
  open(
    application: ApplicationEntry,
    connection: ConnectionRow | null,
    overrides: Readonly<Record<string, string>>,
  ): AtHand<Access> {
    if (connection === null || !isEmpty(overrides)) {
      return buildAccess(this.#vault, application, connection, overrides);
    }
    const shared = this.#recent.find(connection, application);
    if (shared !== undefined) {
      return shared;
    }
    const access = buildAccess(this.#vault, application, connection, noOverrides);
    this.#recent.keep(connection, application, access);
    return access;
  }
}

function isEmpty(overrides: Readonly<Record<string, string>>): boolean {
  for (const _name in overrides) {
    return false;
  }
  return true;
}

async function buildAccess(
  vault: Vault,
  application: ApplicationEntry,
  connection: ConnectionRow | null,
  overrides: Readonly<Record<string, string>>,
): Promise<Access> {
  if (connection === null) {
    const [method] = application.authentications;
    return {
      serverUrl: findServerUrl(application.environments, null),
      variables: method ? defaultValues(method) : {},
      placements: [],
      secretValues: [],
    };
  }
  const { method } = connection;
  const secrets = await openSecrets(vault, connection);
  const { environments } = application;
  const { environment, toolServers } = connection;
  const usable = dropFromAddresses({ environments, toolServers }, method, environment, secrets);
  const variables = { ...defaultValues(method), ...connection.fields, ...usable, ...overrides };
  return {
    serverUrl: findServerUrl(environments, environment),
    variables,
    placements: method.placements,
    secretValues: listSecretValues(method, variables, secrets),
  };
}

/** Every sealed value is a secret, even one that is no field of the method, such as a refresh token. */
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
