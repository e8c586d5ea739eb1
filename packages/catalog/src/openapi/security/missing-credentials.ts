import { proposeProvider } from "../../oauth/known-providers.ts";

/**
 * What an import says that found no security scheme (decisions D45).
 *
 * @param serverUrls addresses that the document names, by which a known provider is proposed
 */
export function describeMissingCredentials(serverUrls: readonly string[]): string {
  const [provider] = serverUrls.map(proposeProvider).filter((found) => found !== undefined);
  const remedy =
    provider === undefined
      ? "with `securitySchemes`, or with `provider` if GET /v1/providers lists it"
      : `with \`provider\`: ${JSON.stringify(provider.key)}, since its server belongs to ${provider.name}, or with \`securitySchemes\``;
  return `The document states no security scheme, so that its tools are called without credentials. If the API asks for some, import it again ${remedy}`;
}
