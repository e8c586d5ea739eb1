import type { CredentialField } from "../../application.ts";

/** Scheme, host and path of an http or https address: no user name, query or fragment. */
const baseUrlPattern = "https?://[^\\s/?#\\\\@{}]+(?:/[^\\s?#\\\\{}]*)?";

/** The address of an application whose description names none that can be called (decisions D44). */
export const unknownServerUrl = "{baseUrl}";

/** @param stated the address that the document names all the same, such as `/api/v3` */
export function buildBaseUrlField(stated: string | null): CredentialField {
  const example = stated === null ? "" : ` The API's description names \`${stated}\`.`;
  return {
    fieldName: "baseUrl",
    label: "Base URL",
    description: `Address of the API, which the paths of its operations are added to.${example}`,
    type: "string",
    required: true,
    secret: false,
    overridable: false,
    default: null,
    pattern: baseUrlPattern,
    patternHint: "an absolute http or https address without user name, query and fragment",
  };
}
