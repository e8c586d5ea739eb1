import type { CredentialField } from "@bowline/contract";
import { labelOf } from "../field-label.ts";
import { listVariables } from "../list-variables.ts";
import type { OAuth2Method } from "./oauth2-method.ts";
import type { ProviderField } from "./provider-facts.ts";

/** Default pattern of a field in an address. A matching value cannot change any other part of the address. */
const addressPart = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?";

/**
 * Returns a method's connection fields besides the token: first those that its addresses need and the user enters, then
 * those that a sign-in fills.
 */
export function fieldsOf(method: OAuth2Method, declared: readonly ProviderField[]): CredentialField[] {
  const kept = new Set(keptFields(method));
  const asked = new Set(
    addressesOf(method)
      .flatMap(listVariables)
      .filter((name) => !kept.has(name)),
  );
  return [
    ...Array.from(asked, (name) =>
      askedField(declared.find(({ fieldName }) => fieldName === name) ?? { fieldName: name }),
    ),
    ...Array.from(kept, keptField),
  ];
}

/** All addresses that a method's requests go to. */
export function addressesOf(method: OAuth2Method): string[] {
  const { authorizationUrl, tokenUrl, refreshUrl, revocationUrl, discoveryUrl, account, environments } =
    method;
  const ofEnvironments = Object.values(environments ?? {}).flatMap((addresses) => Object.values(addresses));
  return [
    authorizationUrl,
    tokenUrl,
    refreshUrl,
    revocationUrl,
    discoveryUrl,
    account?.url,
    ...ofEnvironments,
  ].filter((url) => url !== undefined);
}

/** Names of the fields that a sign-in fills. */
export function keptFields({ keepFromAnswer, keepFromRedirect, account }: OAuth2Method): string[] {
  return [keepFromAnswer, keepFromRedirect, account?.keep].flatMap((kept) => Object.keys(kept ?? {}));
}

function askedField(field: Partial<ProviderField> & { fieldName: string }): CredentialField {
  const { fieldName, label, description, pattern, enum: values, default: usual } = field;
  return {
    ...plainField(fieldName),
    label: label ?? labelOf(fieldName),
    description: description ?? "",
    required: usual === undefined,
    default: usual ?? null,
    ...(values ? { enum: values } : { pattern: pattern ?? addressPart }),
  };
}

function keptField(fieldName: string): CredentialField {
  return { ...plainField(fieldName), description: "Filled in by signing in." };
}

function plainField(fieldName: string): CredentialField {
  return {
    fieldName,
    label: labelOf(fieldName),
    description: "",
    type: "string",
    required: false,
    secret: false,
    overridable: false,
    default: null,
  };
}
