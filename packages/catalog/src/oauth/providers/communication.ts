import type { ProviderFacts } from "../provider-facts.ts";

export const communication = [
  {
    key: "slack",
    name: "Slack",
    documentationUrl: "https://docs.slack.dev/authentication/installing-with-oauth",
    hosts: ["slack.com"],
    outdatedUrls: ["https://slack.com/oauth/authorize", "https://slack.com/api/oauth.access"],
    method: {
      authorizationUrl: "https://slack.com/oauth/v2/authorize",
      tokenUrl: "https://slack.com/api/oauth.v2.access",
      revocationUrl: "https://slack.com/api/auth.revoke",
      scopeSeparator: ",",
      pkce: false,
      keepFromAnswer: { teamId: "/team/id" },
      accountLabelPaths: ["/team/name"],
    },
  },
  {
    // A bot token acts for the workspace, a user token for the user who signs in.
    key: "slack-user",
    name: "Slack as a user",
    documentationUrl: "https://docs.slack.dev/authentication/installing-with-oauth",
    hosts: [],
    method: {
      authorizationUrl: "https://slack.com/oauth/v2/authorize",
      tokenUrl: "https://slack.com/api/oauth.v2.access",
      revocationUrl: "https://slack.com/api/auth.revoke",
      scopeSeparator: ",",
      scopeParameter: "user_scope",
      pkce: false,
      tokenPath: "/authed_user",
      keepFromAnswer: { teamId: "/team/id" },
      account: { url: "https://slack.com/api/auth.test", labelPaths: ["/user"] },
    },
  },
  {
    key: "discord",
    name: "Discord",
    documentationUrl: "https://docs.discord.com/developers/topics/oauth2",
    hosts: ["discord.com"],
    method: {
      authorizationUrl: "https://discord.com/oauth2/authorize",
      tokenUrl: "https://discord.com/api/oauth2/token",
      revocationUrl: "https://discord.com/api/oauth2/token/revoke",
      requiredScopes: ["identify"],
      account: { url: "https://discord.com/api/users/@me", labelPaths: ["/username"] },
    },
  },
  {
    key: "zoom",
    name: "Zoom",
    documentationUrl: "https://developers.zoom.us/docs/integrations/oauth/",
    hosts: ["zoom.us", "api.zoom.us"],
    outdatedUrls: ["https://api.zoom.us/oauth/token"],
    method: {
      authorizationUrl: "https://zoom.us/oauth/authorize",
      tokenUrl: "https://zoom.us/oauth/token",
      revocationUrl: "https://zoom.us/oauth/revoke",
      clientAuthentication: "basic",
      account: { url: "https://api.zoom.us/v2/users/me", labelPaths: ["/email"] },
    },
  },
  {
    key: "webex",
    name: "Webex",
    documentationUrl: "https://developer.webex.com/docs/integrations",
    hosts: ["webexapis.com"],
    method: {
      authorizationUrl: "https://webexapis.com/v1/authorize",
      tokenUrl: "https://webexapis.com/v1/access_token",
      account: {
        url: "https://webexapis.com/v1/people/me",
        labelPaths: ["/emails/0", "/displayName"],
      },
    },
  },
  {
    key: "ringcentral",
    name: "RingCentral",
    documentationUrl: "https://developers.ringcentral.com/guide/authentication/auth-code-flow",
    hosts: ["platform.ringcentral.com", "platform.devtest.ringcentral.com"],
    method: {
      authorizationUrl: "https://platform.ringcentral.com/restapi/oauth/authorize",
      tokenUrl: "https://platform.ringcentral.com/restapi/oauth/token",
      revocationUrl: "https://platform.ringcentral.com/restapi/oauth/revoke",
      clientAuthentication: "basic",
      environments: {
        sandbox: {
          authorizationUrl: "https://platform.devtest.ringcentral.com/restapi/oauth/authorize",
          tokenUrl: "https://platform.devtest.ringcentral.com/restapi/oauth/token",
          revocationUrl: "https://platform.devtest.ringcentral.com/restapi/oauth/revoke",
        },
      },
    },
  },
  {
    key: "front",
    name: "Front",
    documentationUrl: "https://dev.frontapp.com/docs/oauth",
    hosts: ["app.frontapp.com"],
    method: {
      authorizationUrl: "https://app.frontapp.com/oauth/authorize",
      tokenUrl: "https://app.frontapp.com/oauth/token",
      clientAuthentication: "basic",
      account: { url: "https://api2.frontapp.com/me", labelPaths: ["/name"] },
    },
  },
  {
    key: "calendly",
    name: "Calendly",
    documentationUrl:
      "https://developer.calendly.com/how-to-access-calendly-data-on-behalf-of-authenticated-users",
    hosts: ["auth.calendly.com"],
    method: {
      authorizationUrl: "https://auth.calendly.com/oauth/authorize",
      tokenUrl: "https://auth.calendly.com/oauth/token",
      revocationUrl: "https://auth.calendly.com/oauth/revoke",
      keepFromAnswer: { organization: "/organization" },
      account: { url: "https://api.calendly.com/users/me", labelPaths: ["/resource/email"] },
    },
  },
  {
    key: "eventbrite",
    name: "Eventbrite",
    documentationUrl: "https://www.eventbrite.com/platform/api#/introduction/authentication",
    hosts: ["www.eventbrite.com"],
    method: {
      authorizationUrl: "https://www.eventbrite.com/oauth/authorize",
      tokenUrl: "https://www.eventbrite.com/oauth/token",
      account: {
        url: "https://www.eventbriteapi.com/v3/users/me/",
        labelPaths: ["/emails/0/email", "/name"],
      },
    },
  },
] satisfies ProviderFacts[];
