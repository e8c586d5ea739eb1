import { z } from "zod";

/**
 * An address in which `{field}` is replaced by a connection field, such as a tenant's subdomain. A client's secret is sent to
 * the resulting address, so the method must limit the field's values (`CredentialField.pattern`).
 */
const address = z.string().regex(/^(?:https?:\/\/|\{)/, "Must be an absolute address.");
const parameters = z.record(z.string(), z.string());
/** RFC 6901, into the token endpoint's response. */
const pointer = z.string().regex(/^(?:\/[^/]*)*$/, "Must be a JSON Pointer.");

const endpoints = {
  /** Where the user signs in (RFC 6749 §3.1). Absent only for client credentials. */
  authorizationUrl: address.optional(),
  /** Where a code or a refresh token is exchanged for tokens (RFC 6749 §3.2). */
  tokenUrl: address.optional(),
  /**
   * Where tokens are refreshed, when the address differs from `tokenUrl` (RFC 6749 §6 has only that one):
   * https://developers.figma.com/docs/rest-api/oauth-apps/
   */
  refreshUrl: address.optional(),
  /** Where a token is revoked by a POST of `token` (RFC 7009 §2.1). Absent: the provider has no revocation. */
  revocationUrl: address.optional(),
};

/** A call with the new token that returns the account (like the UserInfo endpoint of OpenID Connect Core 1.0 §5.3). */
const account = z.strictObject({
  /** Sent as `GET` with `Authorization: Bearer`, or as `POST` for GraphQL: https://linear.app/developers/graphql */
  url: address,
  method: z.enum(["GET", "POST"]).optional(),
  /** Body of a POST, as JSON. */
  body: z.record(z.string(), z.unknown()).optional(),
  /**
   * More headers, such as an API version (https://developers.notion.com/reference/versioning). `{token}` in a value is replaced by
   * the access token. `Authorization` replaces the usual header: https://dev.twitch.tv/docs/authentication/validate-tokens/
   */
  headers: parameters.optional(),
  /** Paths of the label, a text or a number, in the response. The first one present is used. */
  labelPaths: z.array(pointer).min(1),
  /**
   * Members of the response to keep as connection fields, by field name. Mailchimp, for example, names the account's host only
   * there: https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
   */
  keep: z.record(z.string(), pointer).optional(),
});

/**
 * An OAuth 2.0 provider as data: everything that the generic client needs. An absent member has the default of the RFCs.
 */
export const oauth2Method = z.strictObject({
  ...endpoints,
  /**
   * Whether the provider registers clients (RFC 7591 §3). False: its discovery document was read and names no address for that.
   * Default: that document says it at each sign-in.
   */
  registersClients: z.boolean().optional(),
  /** OpenID Connect discovery document. Its endpoints are used where none is named here (OpenID Connect Discovery 1.0 §4). */
  discoveryUrl: address.optional(),
  /**
   * Endpoints that replace those above in an environment, by its name, such as the sandbox of
   * https://developer.paypal.com/api/rest/authentication/
   */
  environments: z
    .record(
      z.string(),
      z.strictObject({
        ...endpoints,
        /** Replaces `account.url`: https://developers.docusign.com/platform/auth/reference/user-info/ */
        accountUrl: address.optional(),
      }),
    )
    .optional(),
  /** What a scope allows, in the words of the application's description, by scope. */
  scopeDescriptions: z.record(z.string(), z.string()).optional(),
  /** Separates scopes in the authorization request. Default: a space (RFC 6749 §3.3). Slack, Linear and others use a comma. */
  scopeSeparator: z.string().optional(),
  /**
   * The parameter that carries the scopes. Default: `scope` (RFC 6749 §3.1.2.1); `user_scope` for user tokens of
   * https://docs.slack.dev/authentication/installing-with-oauth
   */
  scopeParameter: z.string().optional(),
  /**
   * The parameter that carries the client id, in every request. Default: `client_id` (RFC 6749 §2.2); `client_key` at
   * https://developers.tiktok.com/doc/oauth-user-access-token-management
   */
  clientIdParameter: z.string().optional(),
  /** Scopes requested when neither the client's settings nor the request name any. */
  defaultScopes: z.array(z.string()).optional(),
  /**
   * Scopes added to every authorization request. Without them the provider returns no refresh token (OpenID Connect Core 1.0 §11,
   * https://learn.microsoft.com/entra/identity-platform/scopes-oidc) or no account.
   */
  requiredScopes: z.array(z.string()).optional(),
  /**
   * PKCE with S256 (RFC 7636 §4.3, RFC 9700 §2.1.1). Default: true. False only for a provider that refuses PKCE or then treats
   * the client as public: https://docs.slack.dev/authentication/using-pkce
   */
  pkce: z.boolean().optional(),
  /**
   * How the client authenticates (RFC 6749 §2.3.1). Default: `body`, and `basic` when that is refused. `basicUnencoded`: Basic without
   * the URL encoding that the RFC requires; `none`: a public client.
   */
  clientAuthentication: z.enum(["body", "basic", "basicUnencoded", "none"]).optional(),
  /**
   * Format of the bodies of token, refresh and revocation requests. Default `form` (RFC 6749 §4.1.3, RFC 7009 §2.1); `json` at
   * https://developers.notion.com/docs/authorization
   */
  tokenRequestFormat: z.enum(["form", "json"]).optional(),
  /**
   * More parameters of the authorization request (RFC 6749 §8.2), such as `access_type=offline`. Without it Google returns no
   * refresh token: https://developers.google.com/identity/protocols/oauth2/web-server
   */
  authorizationParameters: parameters.optional(),
  /** More parameters of the token request: `action` at https://developer.withings.com/api-reference/#tag/oauth2 */
  tokenParameters: parameters.optional(),
  /** More parameters of the refresh request: `type=refresh` at https://github.com/basecamp/api/blob/master/sections/authentication.md */
  refreshParameters: parameters.optional(),
  /**
   * Path of the object that holds `access_token`, when it is not the response itself: `/authed_user` at
   * https://docs.slack.dev/reference/methods/oauth.v2.access. When that object is absent and `access_token` is at the top, as
   * in Slack's response to a refresh, the top is read.
   */
  tokenPath: pointer.optional(),
  /**
   * Members of the whole response to keep as connection fields, by field name: `instance_url` at
   * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
   */
  keepFromAnswer: z.record(z.string(), pointer).optional(),
  /**
   * Query values of the redirect to keep as connection fields, by field name: `realmId` at
   * https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0
   */
  keepFromRedirect: z.record(z.string(), z.string()).optional(),
  /**
   * Paths of the account's name in the token response. The first one present is used, and `account` is not called:
   * `/workspace_name` at https://developers.notion.com/reference/create-a-token
   */
  accountLabelPaths: z.array(pointer).min(1).optional(),
  account: account.optional(),
  /**
   * Token lifetime in seconds when the response names none (RFC 6749 §5.1 only recommends `expires_in`). Default: the token
   * does not expire.
   */
  assumedLifetimeSeconds: z.number().int().positive().optional(),
});

/** A provider as data; see `oauth2Method`. */
export type OAuth2Method = z.infer<typeof oauth2Method>;
