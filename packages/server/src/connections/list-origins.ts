import type { CatalogAuthentication, Environment } from "@bowline/catalog";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import { fillVariables } from "../runtimes/server-url.ts";
import { defaultValues } from "./open-secrets.ts";

/** What an application says of its addresses. */
export interface DescribedAddresses {
  environments: readonly Environment[];
  /** Servers that single operations name for themselves, templated. */
  toolServers: readonly string[];
}

type Fields = Readonly<Record<string, string>>;

/** Of one connection; an enum with more is a list of names rather than of servers. */
const maxVariants = 100;

/**
 * Where the secrets of a connection may go, as its application is described now (decisions D73): the origins of its server, of its
 * operations' own servers, and of the endpoints for tokens, revocation and the account, with every choice that a call may make
 * by an override. A discovery document stands for the endpoints that it names, so that its exact address is in the list, too.
 * An address whose fields are not all known is left out. In a fixed order, each once.
 *
 * @param fields the connection's, by name, without the defaults
 */
export function listOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  fields: Fields,
): string[] {
  return collectOrigins(described, method, environment, fields, listVariants);
}

/** The same without the choices: a value that was added to an enum moves no connection. */
export function listCurrentOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  fields: Fields,
): string[] {
  return collectOrigins(described, method, environment, fields, (_template, _method, values) => [values]);
}

function collectOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  fields: Fields,
  vary: typeof listVariants,
): string[] {
  const values = { ...defaultValues(method), ...fields };
  const origins = new Set<string>();
  for (const template of listAddresses(described, method, environment)) {
    for (const variant of vary(template, method, values)) {
      origins.add(findOrigin(template, variant) ?? "");
    }
  }
  const { discoveryUrl } = method.oauth2 ?? {};
  if (discoveryUrl !== undefined) {
    origins.add(fillIn(discoveryUrl, values) ?? "");
  }
  origins.delete("");
  return [...origins].sort();
}

/** The names of the fields that decide to which host a connection's secrets go. */
export function listHostFields(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
): Set<string> {
  return new Set(listAddresses(described, method, environment).flatMap(namesInHost));
}

/** The server of an environment, templated: the named one, else the default. */
export function findServerUrl(environments: readonly Environment[], environment: string | null): string {
  const found = environments.find((one) => one.name === environment) ?? environments[0];
  return found?.serverUrl ?? "";
}

/** Every address, templated, that something secret is sent to. */
function listAddresses(
  { environments, toolServers }: DescribedAddresses,
  { oauth2 }: CatalogAuthentication,
  environment: string,
): string[] {
  const own = oauth2?.environments?.[environment];
  const endpoints = (["tokenUrl", "refreshUrl", "revocationUrl"] as const).map(
    (name) => own?.[name] ?? oauth2?.[name],
  );
  const account = own?.accountUrl ?? oauth2?.account?.url;
  return [
    findServerUrl(environments, environment),
    ...toolServers,
    ...endpoints,
    account,
    oauth2?.discoveryUrl,
  ].filter((address) => address !== undefined);
}

/** Fields before the first slash of the path: the scheme and the host are made of them. */
function namesInHost(template: string): string[] {
  const [host = ""] = /^(?:https?:\/\/)?[^/?#]*/i.exec(template) ?? [];
  return Array.from(host.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
}

/** The values with every choice that a call may make for the host: the fields that are overridable and list their values. */
function listVariants(template: string, { fields }: CatalogAuthentication, values: Fields): Fields[] {
  const names = new Set(namesInHost(template));
  let variants = [values];
  for (const { fieldName, overridable, enum: choices } of fields) {
    if (overridable && choices !== undefined && names.has(fieldName)) {
      const varied = choices.flatMap((choice) => variants.map((one) => ({ ...one, [fieldName]: choice })));
      variants = [...variants, ...varied].slice(0, maxVariants);
    }
  }
  return variants;
}

const findOrigin = (template: string, values: Fields): string | null =>
  URL.parse(fillIn(template, values) ?? "")?.origin ?? null;

/** Null when a field is missing or cannot stand there. */
function fillIn(template: string, values: Fields): string | null {
  try {
    return fillVariables(template, values);
  } catch (error) {
    if (error instanceof RequestBuildError) {
      return null;
    }
    throw error;
  }
}
