import { z } from "zod";

/**
 * An address in which `{field}` stands for a connection field, such as a tenant's subdomain. What a field may hold is the
 * method's business (`CredentialField.pattern`): a client's secret is sent to the address that comes out.
 */
const address = z.string().regex(/^(?:https?:\/\/|\{)/, "Must be an absolute address.");
const parameters = z.record(z.string(), z.string());
/** RFC 6901, into the token endpoint's answer. */
const pointer = z.string().regex(/^(?:\/[^/]*)*$/, "Must be a JSON Pointer.");

const endpoints = {
  /** Where the user signs in (RFC 6749 §3.1). Absent only for client credentials. */
  authorizationUrl: address.optional(),
  /** Where a code or a refresh token becomes tokens (RFC 6749 §3.2). */
  tokenUrl: address.optional(),
  /**
   * Where tokens are refreshed, when it is another address than `tokenUrl` (RFC 6749 §6 knows only that one):
   * https://developers.figma.com/docs/rest-api/oauth-apps/
   */
  refreshUrl: address.optional(),
  /** Where a token is revoked by a POST of `token` (RFC 7009 §2.1). Absent: the provider cannot. */
  revocationUrl: address.optional(),
};

/** A call with the new token that tells whose account it is (OpenID Connect Core 1.0 §5.3 does the same for OpenID Connect). */
const account = z.strictObject({
  /** Sent as `GET` with `Authorization: Bearer`, or as `POST` for GraphQL: https://linear.app/developers/graphql */
  url: address,
  method: z.enum(["GET", "POST"]).optional(),
  /** Body of a POST, as JSON. */
  body: z.record(z.string(), z.unknown()).optional(),
  /**
   * Further headers, such as an API version (https://developers.notion.com/reference/versioning). `{token}` in a value stands
   * for the access token; one called `Authorization` replaces the usual: https://dev.twitch.tv/docs/authentication/validate-tokens/
   */
  headers: parameters.optional(),
  /** Where the label, a text or a number, stands in the answer; the first that is there counts. */
  labelPaths: z.array(pointer).min(1),
  /**
   * Members of the answer to keep as connection fields, by field name: the host that serves the account's data is told only
   * there at https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
   */
  keep: z.record(z.string(), pointer).optional(),
});

/**
 * An OAuth 2.0 provider as data: everything the one generic client needs to know of it. What is left out has the default that
 * the RFCs give.
 */
export const oauth2Method = z.strictObject({
  ...endpoints,
  /** OpenID Connect discovery document; its endpoints count where none are named here (OpenID Connect Discovery 1.0 §4). */
  discoveryUrl: address.optional(),
  /**
   * Other endpoints for an environment by its name, instead of those above: https://developer.paypal.com/api/rest/authentication/
   * has a sandbox.
   */
  environments: z
    .record(
      z.string(),
      z.strictObject({
        ...endpoints,
        /** Instead of `account.url`: https://developers.docusign.com/platform/auth/reference/user-info/ */
        accountUrl: address.optional(),
      }),
    )
    .optional(),
  /** Between scopes in the authorization request. Default: a space (RFC 6749 §3.3); a comma for Slack, Linear and others. */
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
  /** Scopes asked for when neither the client's settings nor the request name any. */
  defaultScopes: z.array(z.string()).optional(),
  /**
   * Scopes added to every authorization request: those without which no refresh token is given (OpenID Connect Core 1.0 §11,
   * https://learn.microsoft.com/entra/identity-platform/scopes-oidc) or nothing tells whose account it is.
   */
  requiredScopes: z.array(z.string()).optional(),
  /**
   * PKCE with S256 (RFC 7636 §4.3, RFC 9700 §2.1.1). Default: true. False only for a provider that refuses it or takes the
   * client for a public one then: https://docs.slack.dev/authentication/using-pkce
   */
  pkce: z.boolean().optional(),
  /**
   * How the client shows who it is (RFC 6749 §2.3.1). Default `body`. `basicUnencoded`: Basic without the URL encoding that
   * the RFC asks for; `none`: a public client.
   */
  clientAuthentication: z.enum(["body", "basic", "basicUnencoded", "none"]).optional(),
  /**
   * How the bodies of token, refresh and revocation requests are written. Default `form` (RFC 6749 §4.1.3, RFC 7009 §2.1);
   * `json` at https://developers.notion.com/docs/authorization
   */
  tokenRequestFormat: z.enum(["form", "json"]).optional(),
  /**
   * Further parameters of the authorization request (RFC 6749 §8.2), such as `access_type=offline`, without which
   * https://developers.google.com/identity/protocols/oauth2/web-server gives no refresh token.
   */
  authorizationParameters: parameters.optional(),
  /** Further parameters of the token request: `action` at https://developer.withings.com/api-reference/#tag/oauth2 */
  tokenParameters: parameters.optional(),
  /** Further parameters of the refresh request: `type=refresh` at https://github.com/basecamp/api/blob/master/sections/authentication.md */
  refreshParameters: parameters.optional(),
  /**
   * Where in the answer the object stands that holds `access_token`, when it is not the answer itself: `/authed_user` at
   * https://docs.slack.dev/reference/methods/oauth.v2.access. An answer with `access_token` at the top and nothing there, such
   * as Slack's to a refresh, is read at the top.
   */
  tokenPath: pointer.optional(),
  /**
   * Members of the whole answer to keep as connection fields, by field name: `instance_url` at
   * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
   */
  keepFromAnswer: z.record(z.string(), pointer).optional(),
  /**
   * Query values of the redirect to keep as connection fields, by field name: `realmId` at
   * https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0
   */
  keepFromRedirect: z.record(z.string(), z.string()).optional(),
  /**
   * Where the answer itself names the account; the first that is there counts, before `account` is called: `/workspace_name`
   * at https://developers.notion.com/reference/create-a-token
   */
  accountLabelPaths: z.array(pointer).min(1).optional(),
  account: account.optional(),
  /**
   * Lifetime to assume when the answer names none (RFC 6749 §5.1 only recommends `expires_in`), in seconds. Default: the token
   * does not run out.
   */
  assumedLifetimeSeconds: z.number().int().positive().optional(),
});

/** A provider as data; see `oauth2Method`. */
export type OAuth2Method = z.infer<typeof oauth2Method>;
