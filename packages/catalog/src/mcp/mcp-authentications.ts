import type { CatalogAuthentication } from "../application.ts";
import { describeOAuth } from "../oauth/describe-oauth.ts";
import type { OAuth2Method } from "../oauth/oauth2-method.ts";
import { buildAuthentication, buildNoneAuthentication } from "../openapi/security/build-authentication.ts";
import { credential, tokenParts } from "../openapi/security/token-parts.ts";

/** A parameter that stands in the query of an MCP server's address. */
export interface McpQueryParameter {
  name: string;
  /** Its value may be a secret. */
  secret: boolean;
  /** It is named for a secret, such as `api_key`. */
  isCredential: boolean;
}

/** How a client can authenticate with an MCP server. */
export interface McpCredentials {
  /** Names of headers that carry a key, besides `Authorization`. */
  headerNames: readonly string[];
  /** Parameters of the query of its address. */
  queryParameters: readonly McpQueryParameter[];
  /** The server's authorization server; null when it names none. */
  oauth: { method: OAuth2Method; scopes: string[] } | null;
}

/**
 * Authentication methods for an MCP server: OAuth if it names an authorization server, its key headers, a bearer token. Each has the
 * parameters of the address's query, which may also be all that the server needs.
 *
 * @param requiresConnection false: there is a method that asks for nothing, too
 */
export const buildMcpAuthentications = (
  credentials: McpCredentials,
  requiresConnection: boolean,
): CatalogAuthentication[] => [
  ...buildMethods(credentials),
  ...(requiresConnection ? [] : [buildNoneAuthentication([])]),
];

function buildMethods({ headerNames, queryParameters, oauth }: McpCredentials): CatalogAuthentication[] {
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
  if (queryParameters.length === 0) {
    return methods;
  }
  const inQuery = { key: "query", name: "Parameters of the address", type: "apiKey" as const };
  const query = buildAuthentication([
    { ...shared, ...inQuery, scopes: [], parts: () => ({ fields: [], placements: [] }) },
  ]);
  // A sign-in asks only for what is no secret, and takes the place of a key.
  const besideSignIn = queryParameters
    .filter(({ isCredential }) => !isCredential)
    .map((parameter) => ({ ...parameter, secret: false }));
  return (headerNames.length === 0 ? [query, ...methods] : methods).map((method) =>
    addQuery(method, method.type === "oauth2" ? besideSignIn : queryParameters),
  );
}

function addQuery(
  method: CatalogAuthentication,
  parameters: readonly McpQueryParameter[],
): CatalogAuthentication {
  const taken = new Set(method.fields.map(({ fieldName }) => fieldName));
  const named = parameters.map((parameter) => {
    const plain = parameter.name.replace(/[^A-Za-z0-9_]/g, "_");
    const fieldName = taken.has(plain) ? `query_${plain}` : plain;
    taken.add(fieldName);
    return { ...parameter, fieldName };
  });
  return {
    ...method,
    fields: [
      ...method.fields,
      ...named.map(({ fieldName, name, secret }) => ({
        ...credential(fieldName, name, `Sent as parameter \`${name}\` in the query of the address.`),
        secret,
      })),
    ],
    placements: [
      ...method.placements,
      ...named.map(({ fieldName, name }) => ({ in: "query" as const, name, value: `{${fieldName}}` })),
    ],
  };
}
