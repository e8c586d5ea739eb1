import type { ProviderFacts } from "../provider-facts.ts";

export const marketing = [
  {
    key: "mailchimp",
    name: "Mailchimp",
    documentationUrl: "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/",
    hosts: ["login.mailchimp.com"],
    method: {
      authorizationUrl: "https://login.mailchimp.com/oauth2/authorize",
      tokenUrl: "https://login.mailchimp.com/oauth2/token",
      account: {
        url: "https://login.mailchimp.com/oauth2/metadata",
        headers: { Authorization: "OAuth {token}" },
        labelPaths: ["/login/email", "/accountname"],
        keep: { dc: "/dc", apiEndpoint: "/api_endpoint" },
      },
    },
  },
  {
    key: "klaviyo",
    name: "Klaviyo",
    documentationUrl: "https://developers.klaviyo.com/en/docs/set_up_oauth",
    hosts: ["www.klaviyo.com", "a.klaviyo.com"],
    method: {
      authorizationUrl: "https://www.klaviyo.com/oauth/authorize",
      tokenUrl: "https://a.klaviyo.com/oauth/token",
      revocationUrl: "https://a.klaviyo.com/oauth/revoke",
      clientAuthentication: "basic",
      account: {
        url: "https://a.klaviyo.com/api/accounts",
        headers: { revision: "2024-10-15" },
        labelPaths: ["/data/0/attributes/contact_information/organization_name", "/data/0/id"],
      },
    },
  },
  {
    key: "constant-contact",
    name: "Constant Contact",
    documentationUrl: "https://developer.constantcontact.com/api_guide/server_flow.html",
    hosts: ["authz.constantcontact.com"],
    method: {
      authorizationUrl: "https://authz.constantcontact.com/oauth2/default/v1/authorize",
      tokenUrl: "https://authz.constantcontact.com/oauth2/default/v1/token",
      clientAuthentication: "basic",
      requiredScopes: ["offline_access"],
      account: { url: "https://api.cc.email/v3/account/summary", labelPaths: ["/contact_email"] },
    },
  },
  {
    key: "typeform",
    name: "Typeform",
    documentationUrl: "https://www.typeform.com/developers/get-started/applications/",
    hosts: ["api.typeform.com"],
    method: {
      authorizationUrl: "https://api.typeform.com/oauth/authorize",
      tokenUrl: "https://api.typeform.com/oauth/token",
      pkce: false,
      requiredScopes: ["offline"],
      account: { url: "https://api.typeform.com/me", labelPaths: ["/email"] },
    },
  },
  {
    key: "surveymonkey",
    name: "SurveyMonkey",
    documentationUrl: "https://api.surveymonkey.com/v3/docs#authentication",
    hosts: ["api.surveymonkey.com"],
    method: {
      authorizationUrl: "https://api.surveymonkey.com/oauth/authorize",
      tokenUrl: "https://api.surveymonkey.com/oauth/token",
      pkce: false,
      keepFromAnswer: { accessUrl: "/access_url" },
      account: { url: "https://api.surveymonkey.com/v3/users/me", labelPaths: ["/email", "/username"] },
    },
  },
  {
    key: "wordpress",
    name: "WordPress.com",
    documentationUrl: "https://developer.wordpress.com/docs/oauth2/",
    hosts: ["public-api.wordpress.com"],
    method: {
      authorizationUrl: "https://public-api.wordpress.com/oauth2/authorize",
      tokenUrl: "https://public-api.wordpress.com/oauth2/token",
      account: {
        url: "https://public-api.wordpress.com/rest/v1.1/me",
        labelPaths: ["/username", "/display_name"],
      },
    },
  },
] satisfies ProviderFacts[];
