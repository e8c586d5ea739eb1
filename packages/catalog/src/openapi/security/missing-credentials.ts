import { findKnownProvider, type KnownProvider, proposeProvider } from "../../oauth/known-providers.ts";
import { recordOf } from "../../record.ts";
import type { HttpTool, ParameterBinding } from "../../tool.ts";
import { isCredentialName } from "./credential-names.ts";

/**
 * Builds the warning of an import without a security scheme (decisions D45).
 *
 * @param serverUrls addresses in the document, by which a known provider is found
 * @param names the slug and the title, by which one is found when the addresses belong to no known provider
 * @param key an input of its tools that takes credentials
 */
export function describeMissingCredentials(
  serverUrls: readonly string[],
  names: readonly string[],
  key?: ParameterBinding,
): string {
  const byServer = serverUrls.map(proposeProvider).find((found) => found !== undefined);
  const provider = byServer ?? proposeByName(names);
  const reason = byServer === undefined ? "if it is of" : "since its server belongs to";
  if (provider === undefined && key !== undefined) {
    const scheme = JSON.stringify({ key: { type: "apiKey", in: key.in, name: key.name } });
    return `The document states no security scheme, so that agents need the credentials for the input \`${key.input}\`. Import it again with \`securitySchemes\`: ${scheme}, and connections send it`;
  }
  const remedy =
    provider === undefined
      ? "with `securitySchemes`, or with `provider` if GET /v1/providers lists it"
      : `with \`provider\`: ${JSON.stringify(provider.key)}, ${reason} ${provider.name}, or with \`securitySchemes\``;
  return `The document states no security scheme, so that its tools are called without credentials. If the API asks for some, import it again ${remedy}`;
}

/** Finds an input in the query, a header or a cookie that takes credentials, by its name. */
export const findCredentialInput = (tools: readonly HttpTool[]): ParameterBinding | undefined =>
  tools
    .flatMap(({ binding, inputSchema }) => {
      const properties = recordOf(inputSchema.properties);
      return binding.parameters.map((parameter) => ({
        parameter,
        schema: recordOf(properties[parameter.input]),
      }));
    })
    .find(
      ({ parameter, schema: { description } }) =>
        parameter.in !== "path" &&
        isCredentialName(
          { name: parameter.name, description: typeof description === "string" ? description : "" },
          false,
        ),
    )?.parameter;

/** Returns `ElevenLabs` for `ElevenLabs API Documentation`. */
function proposeByName(names: readonly string[]): KnownProvider | undefined {
  const words = /\b(?:the|rest|public|web|http|api|apis|documentation|docs|reference|v?\d[\d.]*)\b/gi;
  return names
    .map((name) => findKnownProvider(name.replace(words, " ").replace(/\s+/g, " ")))
    .find((found) => found !== undefined);
}
