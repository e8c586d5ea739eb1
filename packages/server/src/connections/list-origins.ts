import { type CatalogAuthentication, listVariables } from "@bowline/catalog";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import { minSecretLength } from "../runtimes/secret-texts.ts";
import { fillVariables, findUrlOrigin } from "../runtimes/server-url.ts";
import { belongsInAddress, dropFromAddresses } from "./drop-from-addresses.ts";
import { type DescribedAddresses, listAddresses } from "./list-addresses.ts";
import { defaultValues } from "./open-secrets.ts";

type Fields = Readonly<Record<string, string>>;

/** The most variants of one address. A larger enum is unlikely to list servers. */
const maxVariants = 100;

/**
 * Lists where the secrets of a connection may be sent, by its application's current description (decisions D73). The list contains
 * the origins of its server, of its operations' servers, and of the endpoints for tokens, revocation and the account, for every
 * value that a call may set by an override. It contains the exact address of a discovery document, which allows the endpoints that
 * the document names. It omits addresses with unknown fields. A secret that is part of a host stands there by its name, as in
 * `https://{key}.example.com`, since origins are stored and shown as they are. Sorted, without duplicates.
 *
 * @param fields the connection's open fields by name, without the defaults
 * @param secrets its secrets by name; of these, `dropFromAddresses` says which may be part of an address. Default: unknown; then hosts
 * without a secret that may be part of them, such as one with a default in its place, are left out
 */
export function listOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  fields: Fields,
  secrets?: Fields,
): string[] {
  return collectOrigins(described, method, environment, { fields, secrets }, listVariants);
}

/** Lists the same without overrides, so that a value added to an enum stops no connection. */
export function listCurrentOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  fields: Fields,
  secrets?: Fields,
): string[] {
  return collectOrigins(described, method, environment, { fields, secrets }, (_template, _method, values) => [
    values,
  ]);
}

function collectOrigins(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  { fields, secrets }: { fields: Fields; secrets: Fields | undefined },
  vary: typeof listVariants,
): string[] {
  const usable = dropFromAddresses(described, method, environment, secrets ?? {});
  const values = { ...defaultValues(method), ...fields, ...usable };
  const origins = new Set<string>();
  for (const template of listAddresses(described, method, environment)) {
    const hidden = listHidden(template, method);
    const isShown = secrets !== undefined && hidden.every((name) => !isLong(usable[name]));
    for (const variant of vary(template, method, values)) {
      origins.add(findOrigin(template, variant, hidden) ?? "");
      if (isShown) {
        origins.add(findOrigin(template, variant, []) ?? "");
      }
    }
  }
  const { discoveryUrl } = method.oauth2 ?? {};
  if (discoveryUrl !== undefined) {
    origins.add(fillIn(discoveryUrl, values) ?? "");
  }
  origins.delete("");
  return [...origins].sort();
}

/** Lists the names of the fields that decide to which host a connection's secrets are sent. */
export function listHostFields(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
): Set<string> {
  return new Set(listAddresses(described, method, environment).flatMap(namesInHost));
}

/** Lists the hosts of origins and of discovery documents, each once. */
export const listHosts = (origins: readonly string[]): string[] => [...new Set(origins.map(findHost))];

/** `URL` would write the names of secrets in small letters. */
const findHost = (origin: string): string =>
  holdsName(origin) ? origin.slice(origin.indexOf("//") + 2) : (URL.parse(origin)?.host ?? origin);

/** Whether a secret stands in an origin by its name. */
export const holdsName = (origin: string): boolean => origin.includes("{");

/**
 * Whether an origin is a listed one in which secrets stand by their names.
 *
 * @param secretTexts what may stand there, in small letters
 */
export function isNamedOrigin(origin: string, listed: string, secretTexts: readonly string[]): boolean {
  const [, before, after] = /^([^{]*)\{[^{}]*\}(.*)$/.exec(listed) ?? [];
  if (before === undefined || after === undefined) {
    return origin === listed;
  }
  return (
    origin.startsWith(before) &&
    secretTexts.some(
      (text) =>
        origin.startsWith(text, before.length) &&
        isNamedOrigin(origin.slice(before.length + text.length), after, secretTexts),
    )
  );
}

/** Lists the fields before the path, which make up the scheme and the host. */
function namesInHost(template: string): string[] {
  const [host = ""] = /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(template) ?? [];
  return listVariables(host);
}

/** Returns the values with each override of the host that a call may send. Only overridable fields with an enum vary. */
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

/** The variables of an address that are secrets. A variable at the start is a whole address, whose origin alone is no secret. */
const listHidden = (template: string, method: CatalogAuthentication): string[] =>
  listVariables(template).filter(
    (name) => belongsInAddress(method, name) && !template.startsWith(`{${name}}`) && !isChosen(method, name),
  );

/** A value that calls choose from a list is no secret, and each choice is an origin of its own. */
const isChosen = ({ fields }: CatalogAuthentication, name: string): boolean =>
  fields.some((field) => field.fieldName === name && field.overridable && field.enum !== undefined);

/** A shorter value is never masked: it would match everywhere. */
const isLong = (value: string | undefined): boolean => value !== undefined && value.length >= minSecretLength;

/** @param hidden the variables that stand in the origin by their names */
function findOrigin(template: string, values: Fields, hidden: readonly string[]): string | null {
  const standIns = hidden.map((name, index) => [name, `secret-${index}-in-address`] as const);
  const origin = findUrlOrigin(fillIn(template, { ...values, ...Object.fromEntries(standIns) }) ?? "");
  return standIns.reduce((shown, [name, text]) => shown?.replaceAll(text, `{${name}}`) ?? null, origin);
}

/** Null when a field is missing or not allowed at its place. */
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
