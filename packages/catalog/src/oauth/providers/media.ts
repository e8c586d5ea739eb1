import type { ProviderFacts } from "../provider-facts.ts";

export const media = [
  {
    key: "spotify",
    name: "Spotify",
    documentationUrl: "https://developer.spotify.com/documentation/web-api/tutorials/code-flow",
    hosts: ["accounts.spotify.com"],
    method: {
      authorizationUrl: "https://accounts.spotify.com/authorize",
      tokenUrl: "https://accounts.spotify.com/api/token",
      clientAuthentication: "basic",
      account: { url: "https://api.spotify.com/v1/me", labelPaths: ["/display_name", "/id"] },
    },
  },
  {
    key: "twitch",
    name: "Twitch",
    documentationUrl: "https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/",
    hosts: ["id.twitch.tv"],
    method: {
      authorizationUrl: "https://id.twitch.tv/oauth2/authorize",
      tokenUrl: "https://id.twitch.tv/oauth2/token",
      revocationUrl: "https://id.twitch.tv/oauth2/revoke",
      account: {
        url: "https://id.twitch.tv/oauth2/validate",
        headers: { Authorization: "OAuth {token}" },
        labelPaths: ["/login"],
      },
    },
  },
  {
    key: "vimeo",
    name: "Vimeo",
    documentationUrl: "https://developer.vimeo.com/api/authentication",
    hosts: ["api.vimeo.com"],
    method: {
      authorizationUrl: "https://api.vimeo.com/oauth/authorize",
      tokenUrl: "https://api.vimeo.com/oauth/access_token",
      clientAuthentication: "basic",
      accountLabelPaths: ["/user/name"],
    },
  },
  {
    key: "patreon",
    name: "Patreon",
    documentationUrl: "https://docs.patreon.com/#oauth",
    hosts: ["www.patreon.com"],
    method: {
      authorizationUrl: "https://www.patreon.com/oauth2/authorize",
      tokenUrl: "https://www.patreon.com/api/oauth2/token",
      account: {
        url: "https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=full_name",
        labelPaths: ["/data/attributes/full_name", "/data/id"],
      },
    },
  },
] satisfies ProviderFacts[];
