import { z } from "zod";

/** An https address in which `{field}` stands for a connection field, such as a tenant's subdomain. */
const address = z.string().regex(/^(?:https?:\/\/|\{)/, "Must be an absolute address.");
const parameters = z.record(z.string(), z.string());
/** RFC 6901, into the token endpoint's answer. */
const pointer = z.string().regex(/^(?:\/[^/]*)*$/, "Must be a JSON Pointer.");

const endpoints = {
  /** Where the user signs in (RFC 6749 §3.1). Absent only for client credentials. */
  authorizationUrl: address.optional(),
  /** Where a code or a refresh token becomes tokens (RFC 6749 §3.2). */
  tokenUrl: address.optional(),
  /** Where tokens are refreshed, when it is another address than `tokenUrl`. */
  refreshUrl: address.optional(),
  /** Where a token is revoked (RFC 7009). Absent: the provider cannot. */
  revocationUrl: address.optional(),
};

/**
 * An OAuth 2.0 provider as data: everything the one generic client needs to know of it. What is left out has the default that
 * the RFCs give.
 */
export const oauth2Method = z.strictObject({
  ...endpoints,
  /** OpenID Connect discovery document; its endpoints count where none are named here (OpenID Connect Discovery 1.0 §4). */
  discoveryUrl: address.optional(),
  /** Other endpoints for an environment by its name, such as `sandbox`. */
  environments: z.record(z.string(), z.strictObject(endpoints)).optional(),
  /** Between scopes in the authorization request. Default: a space (RFC 6749 §3.3). */
  scopeSeparator: z.string().optional(),
  /** The parameter that carries the scopes. Default: `scope`; Slack's user tokens use `user_scope`. */
  scopeParameter: z.string().optional(),
  /** Scopes asked for when neither the client's settings nor the request name any. */
  defaultScopes: z.array(z.string()).optional(),
  /** PKCE with S256 (RFC 7636). Default: true; false only for a provider that is known to refuse it. */
  pkce: z.boolean().optional(),
  /**
   * How the client shows who it is (RFC 6749 §2.3.1). Default `body`. `basicUnencoded`: Basic without the URL encoding that
   * the RFC asks for; `none`: a public client.
   */
  clientAuthentication: z.enum(["body", "basic", "basicUnencoded", "none"]).optional(),
  /** How the token request's body is written. Default `form` (RFC 6749 §4.1.3). */
  tokenRequestFormat: z.enum(["form", "json"]).optional(),
  /** Further parameters of the authorization request, such as `access_type=offline`. */
  authorizationParameters: parameters.optional(),
  /** Further parameters of the token request. */
  tokenParameters: parameters.optional(),
  /** Further parameters of the refresh request. */
  refreshParameters: parameters.optional(),
  /** Where in the answer the token stands, when it is not at the top: `/authed_user` for Slack's user tokens. */
  tokenPath: pointer.optional(),
  /** Members of the answer (JSON Pointers) to keep as connection fields, by field name: Salesforce's `instance_url`. */
  keepFromAnswer: z.record(z.string(), pointer).optional(),
  /** Query values of the redirect to keep as connection fields, by field name: QuickBooks' `realmId`. */
  keepFromRedirect: z.record(z.string(), z.string()).optional(),
  /** A call with the new token that tells whose account it is. */
  account: z
    .strictObject({
      /** Sent as `GET` with the token, or `POST` for GraphQL. */
      url: address,
      method: z.enum(["GET", "POST"]).optional(),
      /** Body of a POST, as JSON. */
      body: z.record(z.string(), z.unknown()).optional(),
      /** Where the label stands in the answer; the first that is there counts. */
      labelPaths: z.array(pointer).min(1),
    })
    .optional(),
  /** Lifetime to assume when the answer names none, in seconds. Default: the token does not run out. */
  assumedLifetimeSeconds: z.number().int().positive().optional(),
});

/** A provider as data; see `oauth2Method`. */
export type OAuth2Method = z.infer<typeof oauth2Method>;
