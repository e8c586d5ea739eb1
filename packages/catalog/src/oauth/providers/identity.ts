import type { ProviderFacts } from "../provider-facts.ts";

export const identity = [
  {
    key: "google",
    name: "Google",
    documentationUrl: "https://developers.google.com/identity/protocols/oauth2/web-server",
    hosts: ["accounts.google.com", "oauth2.googleapis.com"],
    outdatedUrls: [
      "https://accounts.google.com/o/oauth2/auth",
      "https://accounts.google.com/o/oauth2/token",
      "https://www.googleapis.com/oauth2/v3/token",
      "https://www.googleapis.com/oauth2/v4/token",
    ],
    method: {
      authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://oauth2.googleapis.com/token",
      revocationUrl: "https://oauth2.googleapis.com/revoke",
      requiredScopes: ["openid", "email"],
      authorizationParameters: { access_type: "offline", prompt: "consent" },
      account: { url: "https://openidconnect.googleapis.com/v1/userinfo", labelPaths: ["/email"] },
    },
  },
  {
    key: "microsoft",
    name: "Microsoft",
    documentationUrl: "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow",
    hosts: ["login.microsoftonline.com"],
    fields: [
      {
        fieldName: "tenant",
        label: "Tenant",
        description: "The directory's id or domain; `common` lets any account in.",
        pattern: "[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?",
        default: "common",
      },
    ],
    method: {
      authorizationUrl: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
      tokenUrl: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
      requiredScopes: ["openid", "profile", "offline_access"],
      account: {
        url: "https://graph.microsoft.com/v1.0/me",
        labelPaths: ["/userPrincipalName", "/mail", "/displayName"],
      },
    },
  },
  {
    key: "okta",
    name: "Okta",
    documentationUrl: "https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/",
    hosts: ["*.okta.com", "*.oktapreview.com", "*.okta-emea.com"],
    fields: [
      {
        fieldName: "oktaDomain",
        label: "Okta domain",
        description: "As in https://dev-123456.okta.com",
        pattern: "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.(?:okta|oktapreview|okta-emea)\\.com",
      },
    ],
    method: {
      authorizationUrl: "https://{oktaDomain}/oauth2/v1/authorize",
      tokenUrl: "https://{oktaDomain}/oauth2/v1/token",
      revocationUrl: "https://{oktaDomain}/oauth2/v1/revoke",
      clientAuthentication: "basic",
      requiredScopes: ["openid", "email", "offline_access"],
      account: {
        url: "https://{oktaDomain}/oauth2/v1/userinfo",
        labelPaths: ["/email", "/preferred_username"],
      },
    },
  },
  {
    key: "auth0",
    name: "Auth0",
    documentationUrl:
      "https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow",
    hosts: ["*.auth0.com"],
    fields: [
      {
        fieldName: "auth0Domain",
        label: "Auth0 domain",
        description: "As in https://example.eu.auth0.com",
        pattern: "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[a-z]{2}(?:-[0-9])?)?\\.auth0\\.com",
      },
    ],
    method: {
      authorizationUrl: "https://{auth0Domain}/authorize",
      tokenUrl: "https://{auth0Domain}/oauth/token",
      revocationUrl: "https://{auth0Domain}/oauth/revoke",
      requiredScopes: ["openid", "email", "offline_access"],
      account: { url: "https://{auth0Domain}/userinfo", labelPaths: ["/email", "/name"] },
    },
  },
  {
    key: "yahoo",
    name: "Yahoo",
    documentationUrl: "https://developer.yahoo.com/oauth2/guide/",
    hosts: ["api.login.yahoo.com"],
    method: {
      authorizationUrl: "https://api.login.yahoo.com/oauth2/request_auth",
      tokenUrl: "https://api.login.yahoo.com/oauth2/get_token",
      revocationUrl: "https://api.login.yahoo.com/oauth2/revoke",
      clientAuthentication: "basic",
      account: { url: "https://api.login.yahoo.com/openid/v1/userinfo", labelPaths: ["/email", "/name"] },
    },
  },
  {
    key: "amazon",
    name: "Amazon",
    documentationUrl: "https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html",
    hosts: ["www.amazon.com", "api.amazon.com"],
    method: {
      authorizationUrl: "https://www.amazon.com/ap/oa",
      tokenUrl: "https://api.amazon.com/auth/o2/token",
      defaultScopes: ["profile"],
      account: { url: "https://api.amazon.com/user/profile", labelPaths: ["/email", "/name"] },
    },
  },
] satisfies ProviderFacts[];
