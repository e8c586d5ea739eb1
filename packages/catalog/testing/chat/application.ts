import { defineApplication } from "@bowline/catalog/application";
import { channelTools } from "./channels.ts";
import { messageTools } from "./messages.ts";
import { peopleTools } from "./people.ts";

/** A worked application: declared requests, paging by cursors, failures with status 200. It follows the Web API of Slack. */
export const application = defineApplication({
  slug: "chat",
  name: "Chat",
  description: "Reads and posts messages, and finds channels and people, in a Slack workspace.",
  categories: ["communication"],
  websiteUrl: "https://slack.com",
  documentationUrl: "https://docs.slack.dev/reference/methods",
  icon: { simpleIcons: "slack" },
  environments: [{ name: "production", serverUrl: "https://slack.com/api" }],
  authentications: [
    {
      key: "bot",
      type: "oauth2",
      name: "Sign in as an app",
      description: "Tools act as the app's bot in the workspace.",
      provider: "slack",
      scopes: {
        "channels:read": "See public channels.",
        "channels:history": "Read messages in public channels the bot is in.",
        "channels:join": "Join public channels.",
        "channels:manage": "Create public channels and invite people.",
        "groups:read": "See private channels the bot is in.",
        "groups:history": "Read messages in private channels the bot is in.",
        "groups:write": "Create private channels and invite people.",
        "im:read": "See the bot's direct messages.",
        "im:history": "Read the bot's direct messages.",
        "im:write": "Begin direct messages.",
        "mpim:read": "See the bot's group messages.",
        "mpim:history": "Read the bot's group messages.",
        "mpim:write": "Begin group messages.",
        "chat:write": "Post messages as the bot.",
        "files:write": "Upload files as the bot.",
        "reactions:write": "Add emoji reactions.",
        "users:read": "See the people of the workspace.",
        "users:read.email": "See their e-mail addresses.",
      },
    },
    {
      key: "user",
      type: "oauth2",
      name: "Sign in as a user",
      description: "Tools act as the person who signs in.",
      provider: "slack-user",
    },
    {
      key: "token",
      type: "bearer",
      name: "Bot or user token",
      description:
        "A token that begins with xoxb- or xoxp-, from OAuth & Permissions at https://api.slack.com/apps.",
    },
  ],
  test: { operation: "auth_test", labelPath: "/team" },
  objects: [{ kind: "channel", operation: "channels_list", namePath: "/id", labelPath: "/name" }],
  // https://docs.slack.dev/apis/web-api/#responses: every response has status 200, failures too.
  failure: {
    path: "/ok",
    equals: false,
    messagePath: ["/error", "/needed"],
    kinds: {
      authorizationExpired: [
        "invalid_auth",
        "not_authed",
        "account_inactive",
        "token_expired",
        "token_revoked",
      ],
      missingScope: ["missing_scope", "not_allowed_token_type", "no_permission"],
      rateLimited: ["ratelimited", "rate_limited"],
      downstreamUnavailable: ["fatal_error", "internal_error", "service_unavailable"],
      timeout: ["request_timeout"],
    },
  },
  tools: [...channelTools, ...messageTools, ...peopleTools],
});
