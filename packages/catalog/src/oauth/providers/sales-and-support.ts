import type { ProviderFacts } from "../provider-facts.ts";
import { hostLabelField } from "./fields.ts";

export const salesAndSupport = [
  {
    key: "hubspot",
    name: "HubSpot",
    documentationUrl: "https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide",
    hosts: ["app.hubspot.com", "api.hubapi.com"],
    method: {
      authorizationUrl: "https://app.hubspot.com/oauth/authorize",
      tokenUrl: "https://api.hubapi.com/oauth/v3/token",
      account: {
        url: "https://api.hubapi.com/account-info/v3/details",
        labelPaths: ["/portalId"],
      },
    },
  },
  {
    key: "salesforce",
    name: "Salesforce",
    documentationUrl:
      "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm",
    hosts: ["login.salesforce.com", "test.salesforce.com", "*.my.salesforce.com"],
    method: {
      authorizationUrl: "https://login.salesforce.com/services/oauth2/authorize",
      tokenUrl: "https://login.salesforce.com/services/oauth2/token",
      revocationUrl: "https://login.salesforce.com/services/oauth2/revoke",
      defaultScopes: ["api"],
      requiredScopes: ["refresh_token"],
      environments: {
        sandbox: {
          authorizationUrl: "https://test.salesforce.com/services/oauth2/authorize",
          tokenUrl: "https://test.salesforce.com/services/oauth2/token",
          revocationUrl: "https://test.salesforce.com/services/oauth2/revoke",
        },
      },
      keepFromAnswer: { instanceUrl: "/instance_url" },
      account: {
        url: "{instanceUrl}/services/oauth2/userinfo",
        labelPaths: ["/preferred_username", "/email"],
      },
      assumedLifetimeSeconds: 7200,
    },
  },
  {
    key: "zoho",
    name: "Zoho",
    documentationUrl: "https://www.zoho.com/accounts/protocol/oauth.html",
    hosts: [
      "accounts.zoho.com",
      "accounts.zoho.eu",
      "accounts.zoho.in",
      "accounts.zoho.com.au",
      "accounts.zoho.com.cn",
      "accounts.zoho.jp",
      "accounts.zoho.sa",
      "accounts.zohocloud.ca",
    ],
    fields: [
      {
        fieldName: "zohoDomain",
        label: "Zoho domain",
        description: "Of the data center that holds the account.",
        default: "zoho.com",
        enum: [
          "zoho.com",
          "zoho.eu",
          "zoho.in",
          "zoho.com.au",
          "zoho.com.cn",
          "zoho.jp",
          "zoho.sa",
          "zohocloud.ca",
        ],
      },
    ],
    method: {
      authorizationUrl: "https://accounts.{zohoDomain}/oauth/v2/auth",
      tokenUrl: "https://accounts.{zohoDomain}/oauth/v2/token",
      scopeSeparator: ",",
      authorizationParameters: { access_type: "offline", prompt: "consent" },
      keepFromAnswer: { apiDomain: "/api_domain" },
    },
  },
  {
    key: "pipedrive",
    name: "Pipedrive",
    documentationUrl: "https://pipedrive.readme.io/docs/marketplace-oauth-authorization",
    hosts: ["oauth.pipedrive.com"],
    method: {
      authorizationUrl: "https://oauth.pipedrive.com/oauth/authorize",
      tokenUrl: "https://oauth.pipedrive.com/oauth/token",
      pkce: false,
      revocationUrl: "https://oauth.pipedrive.com/oauth/revoke",
      clientAuthentication: "basic",
      keepFromAnswer: { apiDomain: "/api_domain" },
      account: { url: "{apiDomain}/api/v1/users/me", labelPaths: ["/data/email"] },
    },
  },
  {
    key: "intercom",
    name: "Intercom",
    documentationUrl:
      "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth",
    hosts: ["app.intercom.com", "api.intercom.io"],
    method: {
      authorizationUrl: "https://app.intercom.com/oauth",
      tokenUrl: "https://api.intercom.io/auth/eagle/token",
      account: { url: "https://api.intercom.io/me", labelPaths: ["/email", "/name"] },
    },
  },
  {
    key: "zendesk",
    name: "Zendesk",
    documentationUrl:
      "https://support.zendesk.com/hc/en-us/articles/4408845965210-Using-OAuth-authentication-with-your-application",
    hosts: ["*.zendesk.com"],
    fields: [hostLabelField("subdomain", "Subdomain", "example.zendesk.com")],
    method: {
      authorizationUrl: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
      tokenUrl: "https://{subdomain}.zendesk.com/oauth/tokens",
      account: {
        url: "https://{subdomain}.zendesk.com/api/v2/users/me.json",
        labelPaths: ["/user/email"],
      },
    },
  },
  {
    key: "help-scout",
    name: "Help Scout",
    documentationUrl: "https://developer.helpscout.com/mailbox-api/overview/authentication/",
    hosts: ["secure.helpscout.net", "api.helpscout.net"],
    method: {
      authorizationUrl: "https://secure.helpscout.net/authentication/authorizeClientApplication",
      tokenUrl: "https://api.helpscout.net/v2/oauth2/token",
      account: { url: "https://api.helpscout.net/v2/users/me", labelPaths: ["/email"] },
    },
  },
  {
    key: "servicenow",
    name: "ServiceNow",
    documentationUrl:
      "https://www.servicenow.com/docs/bundle/zurich-platform-security/page/administer/security/concept/c_OAuthApplications.html",
    hosts: ["*.service-now.com"],
    fields: [hostLabelField("instance", "Instance", "example.service-now.com")],
    method: {
      authorizationUrl: "https://{instance}.service-now.com/oauth_auth.do",
      tokenUrl: "https://{instance}.service-now.com/oauth_token.do",
    },
  },
  {
    key: "attio",
    name: "Attio",
    documentationUrl: "https://docs.attio.com/rest-api/tutorials/connect-an-app-through-oauth",
    hosts: ["app.attio.com"],
    method: {
      authorizationUrl: "https://app.attio.com/authorize",
      tokenUrl: "https://app.attio.com/oauth/token",
      account: { url: "https://api.attio.com/v2/self", labelPaths: ["/workspace_name"] },
    },
  },
  {
    key: "salesloft",
    name: "Salesloft",
    documentationUrl: "https://developers.salesloft.com/docs/platform/api-basics/oauth-authentication/",
    hosts: ["accounts.salesloft.com"],
    method: {
      authorizationUrl: "https://accounts.salesloft.com/oauth/authorize",
      tokenUrl: "https://accounts.salesloft.com/oauth/token",
      account: { url: "https://api.salesloft.com/v2/me", labelPaths: ["/data/email"] },
    },
  },
  {
    key: "outreach",
    name: "Outreach",
    documentationUrl: "https://developers.outreach.io/api/oauth/",
    hosts: ["api.outreach.io"],
    method: {
      authorizationUrl: "https://api.outreach.io/oauth/authorize",
      tokenUrl: "https://api.outreach.io/oauth/token",
    },
  },
] satisfies ProviderFacts[];
