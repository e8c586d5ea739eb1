import type { CredentialField } from "../../application.ts";

/** An http or https address with scheme, host and path, but without user name, query and fragment. */
const baseUrlPattern = "https?://[^\\s/?#\\\\@{}]+(?:/[^\\s?#\\\\{}]*)?";

/** The address of an application whose description names no usable one (decisions D44). */
export const unknownServerUrl = "{baseUrl}";
export const baseUrlFieldName = "baseUrl";

/** @param stated the unusable address in the document, such as `/api/v3` */
export function buildBaseUrlField(stated: string | null): CredentialField {
  const example = stated === null ? "" : ` The API's description names \`${stated}\`.`;
  return {
    fieldName: baseUrlFieldName,
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
