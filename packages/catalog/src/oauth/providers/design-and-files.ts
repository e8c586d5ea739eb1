import type { ProviderFacts } from "../provider-facts.ts";

export const designAndFiles = [
  {
    key: "dropbox",
    name: "Dropbox",
    documentationUrl: "https://developers.dropbox.com/oauth-guide",
    hosts: ["www.dropbox.com", "api.dropboxapi.com"],
    method: {
      authorizationUrl: "https://www.dropbox.com/oauth2/authorize",
      tokenUrl: "https://api.dropboxapi.com/oauth2/token",
      authorizationParameters: { token_access_type: "offline" },
      account: {
        url: "https://api.dropboxapi.com/2/users/get_current_account",
        method: "POST",
        labelPaths: ["/email"],
      },
    },
  },
  {
    key: "box",
    name: "Box",
    documentationUrl: "https://developer.box.com/guides/authentication/oauth2/",
    hosts: ["account.box.com", "api.box.com"],
    method: {
      authorizationUrl: "https://account.box.com/api/oauth2/authorize",
      tokenUrl: "https://api.box.com/oauth2/token",
      revocationUrl: "https://api.box.com/oauth2/revoke",
      account: { url: "https://api.box.com/2.0/users/me", labelPaths: ["/login", "/name"] },
    },
  },
  {
    key: "figma",
    name: "Figma",
    documentationUrl: "https://developers.figma.com/docs/rest-api/oauth-apps/",
    hosts: ["www.figma.com", "api.figma.com"],
    outdatedUrls: ["https://www.figma.com/api/oauth/token", "https://www.figma.com/api/oauth/refresh"],
    method: {
      authorizationUrl: "https://www.figma.com/oauth",
      tokenUrl: "https://api.figma.com/v1/oauth/token",
      refreshUrl: "https://api.figma.com/v1/oauth/refresh",
      scopeSeparator: ",",
      clientAuthentication: "basic",
      account: { url: "https://api.figma.com/v1/me", labelPaths: ["/email", "/handle"] },
    },
  },
  {
    key: "miro",
    name: "Miro",
    documentationUrl: "https://developers.miro.com/docs/getting-started-with-oauth",
    hosts: ["miro.com", "api.miro.com"],
    method: {
      authorizationUrl: "https://miro.com/oauth/authorize",
      tokenUrl: "https://api.miro.com/v1/oauth/token",
      keepFromAnswer: { teamId: "/team_id" },
      account: {
        url: "https://api.miro.com/v1/oauth-token",
        labelPaths: ["/user/name", "/team/name"],
      },
    },
  },
  {
    key: "canva",
    name: "Canva",
    documentationUrl: "https://www.canva.dev/docs/connect/authentication/",
    hosts: ["www.canva.com", "api.canva.com"],
    method: {
      authorizationUrl: "https://www.canva.com/api/oauth/authorize",
      tokenUrl: "https://api.canva.com/rest/v1/oauth/token",
      revocationUrl: "https://api.canva.com/rest/v1/oauth/revoke",
      clientAuthentication: "basic",
      account: {
        url: "https://api.canva.com/rest/v1/users/me/profile",
        labelPaths: ["/profile/display_name"],
      },
    },
  },
  {
    key: "adobe",
    name: "Adobe",
    documentationUrl:
      "https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/",
    hosts: ["ims-na1.adobelogin.com"],
    method: {
      authorizationUrl: "https://ims-na1.adobelogin.com/ims/authorize/v2",
      tokenUrl: "https://ims-na1.adobelogin.com/ims/token/v3",
      revocationUrl: "https://ims-na1.adobelogin.com/ims/revoke",
      scopeSeparator: ",",
      requiredScopes: ["openid", "email", "offline_access"],
      account: {
        url: "https://ims-na1.adobelogin.com/ims/userinfo/v2",
        labelPaths: ["/email", "/name"],
      },
    },
  },
  {
    key: "autodesk",
    name: "Autodesk",
    documentationUrl: "https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/",
    hosts: ["developer.api.autodesk.com"],
    method: {
      authorizationUrl: "https://developer.api.autodesk.com/authentication/v2/authorize",
      tokenUrl: "https://developer.api.autodesk.com/authentication/v2/token",
      revocationUrl: "https://developer.api.autodesk.com/authentication/v2/revoke",
      clientAuthentication: "basic",
      account: {
        url: "https://api.userprofile.autodesk.com/userinfo",
        labelPaths: ["/email", "/name"],
      },
    },
  },
  {
    key: "docusign",
    name: "Docusign",
    documentationUrl: "https://developers.docusign.com/platform/auth/confidential-authcode-get-token/",
    hosts: ["account.docusign.com", "account-d.docusign.com"],
    method: {
      authorizationUrl: "https://account.docusign.com/oauth/auth",
      tokenUrl: "https://account.docusign.com/oauth/token",
      clientAuthentication: "basic",
      defaultScopes: ["signature"],
      environments: {
        demo: {
          authorizationUrl: "https://account-d.docusign.com/oauth/auth",
          tokenUrl: "https://account-d.docusign.com/oauth/token",
          accountUrl: "https://account-d.docusign.com/oauth/userinfo",
        },
      },
      account: {
        url: "https://account.docusign.com/oauth/userinfo",
        labelPaths: ["/email", "/name"],
        keep: { accountId: "/accounts/0/account_id", baseUri: "/accounts/0/base_uri" },
      },
    },
  },
] satisfies ProviderFacts[];
