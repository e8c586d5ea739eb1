import type { CatalogAuthentication } from "../application.ts";
import { describeOAuth } from "../oauth/describe-oauth.ts";
import type { OAuth2Method } from "../oauth/oauth2-method.ts";
import { buildAuthentication } from "../openapi/security/build-authentication.ts";
import { credential, tokenParts } from "../openapi/security/token-parts.ts";

/** How a client can authenticate with an MCP server. */
export interface McpCredentials {
  /** Names of headers that carry a key, besides `Authorization`. */
  headerNames: readonly string[];
  /** The server's authorization server; null when it names none. */
  oauth: { method: OAuth2Method; scopes: string[] } | null;
}

/** Authentication methods for an MCP server: OAuth if it names an authorization server, its key headers, a bearer token. */
export function buildMcpAuthentications({ headerNames, oauth }: McpCredentials): CatalogAuthentication[] {
  const shared = { description: "", isOverridable: false };
  const methods: CatalogAuthentication[] = [];
  if (oauth !== null) {
    const { method, fields } = describeOAuth(oauth.method);
    const scheme = { ...shared, key: "oauth", scopes: oauth.scopes, oauth2: method, oauth2Fields: fields };
    methods.push(buildAuthentication([{ ...scheme, ...tokenParts("oauth2") }]));
  }
  if (headerNames.length > 0) {
    const schemes = headerNames.map((name) => ({
      ...shared,
      key: name.toLowerCase(),
      scopes: [],
      type: "apiKey" as const,
      parts: (fieldName: (plain: string) => string) => {
        const field = fieldName("apiKey");
        return {
          fields: [credential(field, name, `Sent as header \`${name}\`.`)],
          placements: [{ in: "header" as const, name, value: `{${field}}` }],
        };
      },
    }));
    methods.push(buildAuthentication(schemes));
  }
  methods.push(buildAuthentication([{ ...shared, key: "bearer", scopes: [], ...tokenParts("bearer") }]));
  return methods;
}
