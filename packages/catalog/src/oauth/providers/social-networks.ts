import type { ProviderFacts } from "../provider-facts.ts";

export const socialNetworks = [
  {
    key: "x",
    name: "X",
    documentationUrl: "https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code",
    hosts: ["x.com", "api.x.com", "twitter.com", "api.twitter.com"],
    outdatedUrls: [
      "https://twitter.com/i/oauth2/authorize",
      "https://api.twitter.com/2/oauth2/authorize",
      "https://api.twitter.com/2/oauth2/token",
    ],
    method: {
      authorizationUrl: "https://x.com/i/oauth2/authorize",
      tokenUrl: "https://api.x.com/2/oauth2/token",
      revocationUrl: "https://api.x.com/2/oauth2/revoke",
      clientAuthentication: "basic",
      requiredScopes: ["tweet.read", "users.read", "offline.access"],
      account: { url: "https://api.x.com/2/users/me", labelPaths: ["/data/username"] },
    },
  },
  {
    key: "linkedin",
    name: "LinkedIn",
    documentationUrl:
      "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow",
    hosts: ["www.linkedin.com"],
    method: {
      authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
      tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
      // PKCE is a separate flow there, for approved native clients.
      pkce: false,
      account: { url: "https://api.linkedin.com/v2/userinfo", labelPaths: ["/email", "/name"] },
    },
  },
  {
    key: "facebook",
    name: "Facebook",
    documentationUrl: "https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow",
    hosts: ["www.facebook.com", "graph.facebook.com"],
    method: {
      authorizationUrl: "https://www.facebook.com/dialog/oauth",
      tokenUrl: "https://graph.facebook.com/oauth/access_token",
      scopeSeparator: ",",
      account: { url: "https://graph.facebook.com/me", labelPaths: ["/name"] },
    },
  },
  {
    key: "instagram",
    name: "Instagram",
    documentationUrl:
      "https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login",
    hosts: ["www.instagram.com", "api.instagram.com", "instagram.com"],
    outdatedUrls: ["https://api.instagram.com/oauth/authorize", "https://instagram.com/oauth/authorize/"],
    method: {
      authorizationUrl: "https://www.instagram.com/oauth/authorize",
      tokenUrl: "https://api.instagram.com/oauth/access_token",
      scopeSeparator: ",",
      account: { url: "https://graph.instagram.com/me?fields=username", labelPaths: ["/username"] },
      assumedLifetimeSeconds: 3600,
    },
  },
  {
    key: "pinterest",
    name: "Pinterest",
    documentationUrl:
      "https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/",
    hosts: ["www.pinterest.com", "api.pinterest.com"],
    method: {
      authorizationUrl: "https://www.pinterest.com/oauth/",
      tokenUrl: "https://api.pinterest.com/v5/oauth/token",
      scopeSeparator: ",",
      clientAuthentication: "basic",
      account: { url: "https://api.pinterest.com/v5/user_account", labelPaths: ["/username"] },
    },
  },
  {
    key: "reddit",
    name: "Reddit",
    documentationUrl: "https://github.com/reddit-archive/reddit/wiki/OAuth2",
    hosts: ["www.reddit.com", "ssl.reddit.com"],
    outdatedUrls: ["https://ssl.reddit.com/api/v1/authorize", "https://ssl.reddit.com/api/v1/access_token"],
    method: {
      authorizationUrl: "https://www.reddit.com/api/v1/authorize",
      tokenUrl: "https://www.reddit.com/api/v1/access_token",
      revocationUrl: "https://www.reddit.com/api/v1/revoke_token",
      clientAuthentication: "basic",
      requiredScopes: ["identity"],
      authorizationParameters: { duration: "permanent" },
      account: { url: "https://oauth.reddit.com/api/v1/me", labelPaths: ["/name"] },
    },
  },
  {
    key: "tiktok",
    name: "TikTok",
    documentationUrl: "https://developers.tiktok.com/doc/oauth-user-access-token-management",
    hosts: ["www.tiktok.com", "open.tiktokapis.com"],
    method: {
      authorizationUrl: "https://www.tiktok.com/v2/auth/authorize/",
      tokenUrl: "https://open.tiktokapis.com/v2/oauth/token/",
      revocationUrl: "https://open.tiktokapis.com/v2/oauth/revoke/",
      clientIdParameter: "client_key",
      scopeSeparator: ",",
      requiredScopes: ["user.info.basic"],
      // Its code_challenge is hexadecimal, which is not S256, and web clients need none.
      pkce: false,
      keepFromAnswer: { openId: "/open_id" },
      account: {
        url: "https://open.tiktokapis.com/v2/user/info/?fields=display_name",
        labelPaths: ["/data/user/display_name"],
      },
    },
  },
  {
    key: "snapchat",
    name: "Snapchat Ads",
    documentationUrl: "https://developers.snap.com/api/marketing-api/Ads-API/authentication",
    hosts: ["accounts.snapchat.com"],
    method: {
      authorizationUrl: "https://accounts.snapchat.com/login/oauth2/authorize",
      tokenUrl: "https://accounts.snapchat.com/login/oauth2/access_token",
      pkce: false,
      account: { url: "https://adsapi.snapchat.com/v1/me", labelPaths: ["/me/email"] },
    },
  },
] satisfies ProviderFacts[];
