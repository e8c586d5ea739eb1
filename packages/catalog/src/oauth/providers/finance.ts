import type { ProviderFacts } from "../provider-facts.ts";

export const finance = [
  {
    key: "quickbooks",
    name: "QuickBooks",
    documentationUrl:
      "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0",
    hosts: ["appcenter.intuit.com", "oauth.platform.intuit.com"],
    method: {
      // Its sandbox has the same endpoints. The client's keys select sandbox or production.
      authorizationUrl: "https://appcenter.intuit.com/connect/oauth2",
      tokenUrl: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
      revocationUrl: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
      clientAuthentication: "basic",
      defaultScopes: ["com.intuit.quickbooks.accounting"],
      keepFromRedirect: { realmId: "realmId" },
    },
  },
  {
    key: "xero",
    name: "Xero",
    documentationUrl: "https://developer.xero.com/documentation/guides/oauth2/auth-flow/",
    hosts: ["login.xero.com", "identity.xero.com"],
    method: {
      authorizationUrl: "https://login.xero.com/identity/connect/authorize",
      tokenUrl: "https://identity.xero.com/connect/token",
      revocationUrl: "https://identity.xero.com/connect/revocation",
      clientAuthentication: "basic",
      requiredScopes: ["offline_access"],
      account: {
        url: "https://api.xero.com/connections",
        labelPaths: ["/0/tenantName"],
        keep: { tenantId: "/0/tenantId" },
      },
    },
  },
  {
    key: "freshbooks",
    name: "FreshBooks",
    documentationUrl: "https://www.freshbooks.com/api/authentication",
    hosts: ["auth.freshbooks.com", "api.freshbooks.com"],
    method: {
      authorizationUrl: "https://auth.freshbooks.com/oauth/authorize",
      tokenUrl: "https://api.freshbooks.com/auth/oauth/token",
      revocationUrl: "https://api.freshbooks.com/auth/oauth/revoke",
      tokenRequestFormat: "json",
      account: {
        url: "https://api.freshbooks.com/auth/api/v1/users/me",
        labelPaths: ["/response/email"],
        keep: { accountId: "/response/business_memberships/0/business/account_id" },
      },
    },
  },
  {
    key: "freeagent",
    name: "FreeAgent",
    documentationUrl: "https://dev.freeagent.com/docs/oauth",
    hosts: ["api.freeagent.com", "api.sandbox.freeagent.com"],
    method: {
      authorizationUrl: "https://api.freeagent.com/v2/approve_app",
      tokenUrl: "https://api.freeagent.com/v2/token_endpoint",
      clientAuthentication: "basic",
      environments: {
        sandbox: {
          authorizationUrl: "https://api.sandbox.freeagent.com/v2/approve_app",
          tokenUrl: "https://api.sandbox.freeagent.com/v2/token_endpoint",
          accountUrl: "https://api.sandbox.freeagent.com/v2/users/me",
        },
      },
      account: { url: "https://api.freeagent.com/v2/users/me", labelPaths: ["/user/email"] },
    },
  },
  {
    key: "sage",
    name: "Sage Accounting",
    documentationUrl: "https://developer.sage.com/accounting/guides/authenticating/authentication/",
    hosts: ["www.sageone.com", "oauth.accounting.sage.com"],
    method: {
      authorizationUrl: "https://www.sageone.com/oauth2/auth/central",
      tokenUrl: "https://oauth.accounting.sage.com/token",
      authorizationParameters: { filter: "apiv3.1" },
    },
  },
  {
    key: "ramp",
    name: "Ramp",
    documentationUrl: "https://docs.ramp.com/developer-api/v1/authorization",
    hosts: ["app.ramp.com", "api.ramp.com", "demo.ramp.com", "demo-api.ramp.com"],
    method: {
      authorizationUrl: "https://app.ramp.com/v1/authorize",
      tokenUrl: "https://api.ramp.com/developer/v1/token",
      clientAuthentication: "basic",
      environments: {
        sandbox: {
          authorizationUrl: "https://demo.ramp.com/v1/authorize",
          tokenUrl: "https://demo-api.ramp.com/developer/v1/token",
        },
      },
    },
  },
  {
    key: "brex",
    name: "Brex",
    documentationUrl: "https://developer.brex.com/docs/partner_authentication/",
    hosts: ["accounts-api.brex.com"],
    method: {
      authorizationUrl: "https://accounts-api.brex.com/oauth2/default/v1/authorize",
      tokenUrl: "https://accounts-api.brex.com/oauth2/default/v1/token",
      requiredScopes: ["openid", "offline_access"],
    },
  },
  {
    key: "mercury",
    name: "Mercury",
    documentationUrl: "https://docs.mercury.com/docs/integrations-with-oauth2",
    hosts: ["oauth2.mercury.com", "oauth2-sandbox.mercury.com"],
    method: {
      authorizationUrl: "https://oauth2.mercury.com/oauth2/auth",
      tokenUrl: "https://oauth2.mercury.com/oauth2/token",
      clientAuthentication: "basic",
      requiredScopes: ["offline_access"],
      environments: {
        sandbox: {
          authorizationUrl: "https://oauth2-sandbox.mercury.com/oauth2/auth",
          tokenUrl: "https://oauth2-sandbox.mercury.com/oauth2/token",
        },
      },
    },
  },
  {
    key: "coinbase",
    name: "Coinbase",
    documentationUrl: "https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations",
    hosts: ["login.coinbase.com", "www.coinbase.com"],
    outdatedUrls: [
      "https://www.coinbase.com/oauth/authorize",
      "https://www.coinbase.com/oauth/token",
      "https://api.coinbase.com/oauth/token",
    ],
    method: {
      authorizationUrl: "https://login.coinbase.com/oauth2/auth",
      tokenUrl: "https://login.coinbase.com/oauth2/token",
      scopeSeparator: ",",
      requiredScopes: ["offline_access"],
      account: { url: "https://api.coinbase.com/v2/user", labelPaths: ["/data/email", "/data/name"] },
    },
  },
  {
    key: "monzo",
    name: "Monzo",
    documentationUrl: "https://docs.monzo.com/#authentication",
    hosts: ["auth.monzo.com", "api.monzo.com"],
    method: {
      authorizationUrl: "https://auth.monzo.com/",
      tokenUrl: "https://api.monzo.com/oauth2/token",
      account: { url: "https://api.monzo.com/ping/whoami", labelPaths: ["/user_id"] },
    },
  },
] satisfies ProviderFacts[];
