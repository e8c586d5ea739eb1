import { findKnownProvider, type KnownProvider, proposeProvider } from "../../oauth/known-providers.ts";

/**
 * Builds the warning of an import without a security scheme (decisions D45).
 *
 * @param serverUrls addresses in the document, by which a known provider is found
 * @param names the slug and the title, by which one is found when the addresses belong to no known provider
 */
export function describeMissingCredentials(serverUrls: readonly string[], names: readonly string[]): string {
  const byServer = serverUrls.map(proposeProvider).find((found) => found !== undefined);
  const provider = byServer ?? proposeByName(names);
  const reason = byServer === undefined ? "if it is of" : "since its server belongs to";
  const remedy =
    provider === undefined
      ? "with `securitySchemes`, or with `provider` if GET /v1/providers lists it"
      : `with \`provider\`: ${JSON.stringify(provider.key)}, ${reason} ${provider.name}, or with \`securitySchemes\``;
  return `The document states no security scheme, so that its tools are called without credentials. If the API asks for some, import it again ${remedy}`;
}

/** Returns `ElevenLabs` for `ElevenLabs API Documentation`. */
function proposeByName(names: readonly string[]): KnownProvider | undefined {
  const words = /\b(?:the|rest|public|web|http|api|apis|documentation|docs|reference|v?\d[\d.]*)\b/gi;
  return names
    .map((name) => findKnownProvider(name.replace(words, " ").replace(/\s+/g, " ")))
    .find((found) => found !== undefined);
}
