import type { CatalogAuthentication, CredentialField, Environment } from "../../application.ts";
import { labelOf } from "../../field-label.ts";
import { listVariables } from "../../list-variables.ts";
import { addressesOf, keptFields } from "../../oauth/method-fields.ts";
import type { HttpTool } from "../../tool.ts";
import { createNumbering } from "../numbering.ts";
import { renameVariables } from "./server-fields.ts";

/** What has variables of addresses in it, and the fields of these. */
export interface AddressParts {
  fields: CredentialField[];
  environments: Environment[];
  tools: readonly HttpTool[];
}

/**
 * Gives a variable of an address another field where a method has a credential of its name: else one value would be sent as both. A
 * variable that also stands in an OAuth address, or that a sign-in fills, is meant to be the same.
 */
export function separateVariables(
  { fields, environments, tools }: AddressParts,
  authentications: readonly CatalogAuthentication[],
): AddressParts {
  const credentials = new Set(authentications.flatMap(listCredentials));
  const taken = new Set([...credentials, ...fields.map(({ fieldName }) => fieldName)]);
  const nextNumber = createNumbering();
  const isFree = (name: string) => !taken.has(name);
  const renamed = new Map<string, string>();
  for (const { fieldName } of fields.filter((field) => credentials.has(field.fieldName))) {
    const plain = `server_${fieldName}`;
    const name = isFree(plain) ? plain : nextNumber(`${plain}_`, isFree);
    taken.add(name);
    renamed.set(fieldName, name);
  }
  if (renamed.size === 0) {
    return { fields, environments, tools };
  }
  const rename = (name: string) => renamed.get(name) ?? name;
  const renameIn = (url: string) => renameVariables(url, rename);
  return {
    fields: fields.map((field) => {
      const fieldName = rename(field.fieldName);
      return fieldName === field.fieldName ? field : { ...field, fieldName, label: labelOf(fieldName) };
    }),
    environments: environments.map((one) => ({ ...one, serverUrl: renameIn(one.serverUrl) })),
    tools: tools.map((tool) => {
      const { serverUrl } = tool.binding;
      return serverUrl === null
        ? tool
        : { ...tool, binding: { ...tool.binding, serverUrl: renameIn(serverUrl) } };
    }),
  };
}

/** Lists the fields of a method that are no part of its OAuth addresses. */
function listCredentials({ fields, oauth2 }: CatalogAuthentication): string[] {
  const others = new Set(
    oauth2 === undefined ? [] : [...addressesOf(oauth2).flatMap(listVariables), ...keptFields(oauth2)],
  );
  return fields.map(({ fieldName }) => fieldName).filter((name) => !others.has(name));
}
