import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "slack",
  name: "Slack",
  description: "Send and read messages, and manage channels, users, reactions, pins and reminders in Slack.",
  categories: ["communication"],
  websiteUrl: "https://slack.com",
  documentationUrl: "https://docs.slack.dev/reference/methods",
  icon: "monogram",
  // The file is Slack's own specification: https://github.com/slackapi/slack-api-specs (MIT).
  document: {
    package: "@opensdks/sdk-slack",
    version: "0.0.14",
    integrity:
      "sha512-//w9OelCjMc+wwCU12JD26cHxDp4RAwIcD246Lf+r0kRY9uMPiczgEnsdwN+5sy/4TP+JRRKyc14L3591Qr4fA==",
    license: "MIT",
    files: ["slack.oas.json"],
  },
  servers: [{ name: "production", url: "https://slack.com/api" }],
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Bot or user token",
      description:
        "Create an app at https://api.slack.com/apps, add scopes under OAuth & Permissions, install it and copy its token (xoxb- or xoxp-).",
      documentationUrl: "https://docs.slack.dev/authentication/tokens/",
      fields: {
        token: {
          label: "Token",
          pattern: "xox[a-z]-.+|xoxe\\.xox[a-z]-.+",
          patternHint: "a token that begins with xox",
        },
      },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Slack (bot)",
      documentationUrl: "https://docs.slack.dev/authentication/installing-with-oauth",
      provider: "slack",
      scopes: {
        "chat:write": "Send messages as the bot",
        "chat:write.public": "Send messages to public channels that the bot has not joined",
        "channels:read": "List public channels and their members",
        "channels:history": "Read messages in public channels that the bot is in",
        "channels:join": "Join public channels",
        "channels:manage": "Create, rename and archive public channels",
        "groups:read": "List private channels that the bot is in",
        "groups:history": "Read messages in private channels that the bot is in",
        "groups:write": "Manage private channels that the bot is in",
        "im:read": "List direct messages of the bot",
        "im:history": "Read direct messages of the bot",
        "im:write": "Start direct messages",
        "mpim:read": "List group messages of the bot",
        "mpim:history": "Read group messages of the bot",
        "mpim:write": "Start group messages",
        "users:read": "Read the workspace's people",
        "users:read.email": "Read the e-mail addresses of people",
        "users.profile:read": "Read profiles and statuses",
        "team:read": "Read the workspace's name and domain",
        "files:read": "Read files that were shared with the bot",
        "reactions:read": "Read reactions",
        "reactions:write": "Add and remove reactions",
        "pins:read": "Read pinned messages",
        "pins:write": "Pin and unpin messages",
        "reminders:read": "Read reminders",
        "reminders:write": "Add and complete reminders",
        "usergroups:read": "Read user groups",
        "usergroups:write": "Create and change user groups",
        "emoji:read": "List custom emoji",
        "bookmarks:read": "Read the bookmarks of channels",
        "dnd:read": "Read do-not-disturb settings",
      },
      method: {
        defaultScopes: [
          "chat:write",
          "channels:read",
          "channels:history",
          "channels:join",
          "groups:read",
          "groups:history",
          "im:read",
          "im:history",
          "im:write",
          "users:read",
          "users:read.email",
          "team:read",
          "reactions:read",
          "reactions:write",
        ],
      },
    },
    user: {
      type: "oauth2",
      title: "Sign in with Slack (as yourself)",
      description: "Acts as the person who signs in. Searching messages needs this.",
      documentationUrl: "https://docs.slack.dev/authentication/installing-with-oauth",
      provider: "slack-user",
      scopes: {
        "chat:write": "Send messages as you",
        "channels:read": "List public channels and their members",
        "channels:history": "Read messages in your public channels",
        "groups:read": "List your private channels",
        "groups:history": "Read messages in your private channels",
        "im:read": "List your direct messages",
        "im:history": "Read your direct messages",
        "mpim:read": "List your group messages",
        "mpim:history": "Read your group messages",
        "users:read": "Read the workspace's people",
        "users:read.email": "Read the e-mail addresses of people",
        "users.profile:write": "Change your profile and status",
        "search:read": "Search messages and files",
        "reactions:read": "Read reactions",
        "reactions:write": "Add and remove reactions",
        "files:read": "Read files",
        "pins:write": "Pin and unpin messages",
        "reminders:read": "Read your reminders",
        "reminders:write": "Add and complete your reminders",
        "dnd:write": "Change your do-not-disturb settings",
        "team:read": "Read the workspace's name and domain",
      },
      method: {
        defaultScopes: [
          "chat:write",
          "channels:read",
          "channels:history",
          "groups:read",
          "groups:history",
          "im:read",
          "im:history",
          "mpim:read",
          "mpim:history",
          "users:read",
          "users:read.email",
          "search:read",
          "reactions:read",
          "reactions:write",
          "team:read",
        ],
      },
    },
  },
  // Times of messages, which are their ids: https://docs.slack.dev/messaging/retrieving-messages
  texts: ["ts", "thread_ts", "latest", "oldest"],
  // https://docs.slack.dev/apis/web-api/#responses
  failure: { path: "/ok", equals: false, messagePath: "/error" },
  // https://docs.slack.dev/reference/methods/auth.test
  test: { operation: "GET /auth.test", labelPath: "/team", successPath: "/ok" },
  // https://docs.slack.dev/reference/methods/conversations.list
  objects: [
    {
      kind: "channel",
      operation: "GET /conversations.list",
      input: { exclude_archived: true, types: "public_channel,private_channel" },
      namePath: "/id",
      labelPath: "/name",
    },
  ],
  // https://docs.slack.dev/apis/web-api/pagination
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/response_metadata/next_cursor",
        sizeParameter: "limit",
        maxSize: 200,
      },
      resultsPath: "/channels",
      operations: ["GET /conversations.list", "GET /users.conversations"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/response_metadata/next_cursor",
        sizeParameter: "limit",
        maxSize: 200,
      },
      resultsPath: "/messages",
      operations: ["GET /conversations.history", "GET /conversations.replies"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/response_metadata/next_cursor",
        sizeParameter: "limit",
        maxSize: 200,
      },
      resultsPath: "/members",
      operations: ["GET /users.list", "GET /conversations.members"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/response_metadata/next_cursor",
        sizeParameter: "limit",
        maxSize: 200,
      },
      resultsPath: "/users",
      operations: ["GET /admin.users.list"],
    },
  ],
  operations: {
    "GET /conversations.history": { context: { type: "channel", inputs: ["channel"] } },
    "GET /conversations.info": { context: { type: "channel", inputs: ["channel"] } },
    "GET /conversations.members": { context: { type: "channel", inputs: ["channel"] } },
    "GET /conversations.replies": { context: { type: "channel", inputs: ["channel"] } },
    "POST /chat.postMessage": { context: { type: "channel", inputs: ["channel"] } },
    "POST /chat.scheduleMessage": { context: { type: "channel", inputs: ["channel"] } },
    "POST /conversations.invite": { context: { type: "channel", inputs: ["channel"] } },
    "POST /conversations.setTopic": { context: { type: "channel", inputs: ["channel"] } },
    "GET /auth.revoke": { hints: { readOnly: false, destructive: true } },
    "GET /apps.uninstall": { hints: { readOnly: false, destructive: true } },
    "GET /dialog.open": { hints: { readOnly: false } },
    "GET /views.open": { hints: { readOnly: false } },
    "GET /views.publish": { hints: { readOnly: false } },
    "GET /views.push": { hints: { readOnly: false } },
    "GET /views.update": { hints: { readOnly: false } },
    "GET /files.remote.share": { hints: { readOnly: false } },
    "POST /chat.delete": { hints: { destructive: true } },
    "POST /files.delete": { hints: { destructive: true } },
  },
  // Withdrawn by Slack: https://docs.slack.dev/changelog. The OAuth calls and the socket are the gateway's own business.
  exclude: [
    "* /apps.permissions.*",
    "* /oauth.*",
    "* /rtm.connect",
    "* /files.upload",
    "* /files.comments.delete",
    "* /users.setActive",
    "* /migration.exchange",
    "* /workflows.*",
    "* /api.test",
    "* /users.identity",
    "* /users.setPhoto",
  ],
  featured: {
    "POST /chat.postMessage": {
      name: "Send a message",
      description:
        "Sends a message to a channel, a private channel or a person. `channel` takes an id. Set `thread_ts` to the `ts` of a message to reply in its thread. `text` takes Slack's mrkdwn.",
    },
    "POST /chat.update": {
      name: "Edit a message",
      description:
        "Replaces the text of a message that was sent by the same account. Takes the channel and the message's `ts`.",
    },
    "POST /chat.delete": {
      name: "Delete a message",
      description: "Deletes a message by its channel and `ts`. A bot can delete its own messages only.",
    },
    "POST /chat.scheduleMessage": {
      name: "Schedule a message",
      description: "Sends a message to a channel later, at the Unix time `post_at`, at most 120 days ahead.",
    },
    "GET /chat.getPermalink": {
      name: "Get the link of a message",
      description: "Returns the web address of a message, by its channel and `ts`.",
    },
    "GET /conversations.list": {
      name: "List channels",
      description:
        "Lists channels of the workspace with their ids, names, topics and numbers of members. `types` selects public and private channels, direct and group messages.",
    },
    "GET /conversations.history": {
      name: "Read a channel",
      description:
        "Returns the messages of a channel, newest first, between the times `oldest` and `latest`. Replies in threads are read with another tool.",
    },
    "GET /conversations.replies": {
      name: "Read a thread",
      description: "Returns the messages of a thread, by the channel and the `ts` of its first message.",
    },
    "GET /conversations.info": {
      name: "Get a channel",
      description: "Returns one channel with its name, topic, purpose and whether it is private or archived.",
    },
    "GET /conversations.members": {
      name: "List members of a channel",
      description: "Returns the ids of the people in a channel.",
    },
    "POST /conversations.create": {
      name: "Create a channel",
      description:
        "Creates a public channel, or a private one with `is_private`. Names are lower case without spaces.",
    },
    "POST /conversations.invite": {
      name: "Invite people to a channel",
      description: "Adds people to a channel. `users` takes ids, separated by commas.",
    },
    "POST /conversations.open": {
      name: "Open a direct message",
      description:
        "Opens a direct message with one person, or a group message with several ids in `users`, and returns the channel to send to.",
    },
    "POST /conversations.setTopic": {
      name: "Set a channel's topic",
      description: "Replaces the topic of a channel.",
    },
    "POST /conversations.archive": {
      name: "Archive a channel",
      description: "Closes a channel. Its messages stay readable. Takes the channel's id.",
    },
    "POST /users.profile.set": {
      name: "Set my status or profile",
      description:
        'Changes the profile of the person who signed in. `profile` is JSON, such as `{"status_text":"At lunch","status_emoji":":sandwich:","status_expiration":0}`.',
    },
    "GET /auth.test": {
      name: "Get the connected user",
      description: "Returns the workspace and the user or bot whose token it is, with their ids.",
    },
    "GET /users.list": {
      name: "List people",
      description:
        "Lists the people and bots of the workspace with their ids, names, time zones and profiles.",
    },
    "GET /users.info": {
      name: "Get a person",
      description: "Returns one person by id, with name, time zone and profile.",
    },
    "GET /users.lookupByEmail": {
      name: "Find a person by e-mail address",
      description: "Returns the person with this e-mail address. Needs the scope users:read.email.",
    },
    "GET /search.messages": {
      name: "Search messages",
      description:
        "Finds messages by words and modifiers such as `in:#general from:@ada after:2026-01-31`. Needs a connection as a person, not as a bot.",
    },
    "POST /reactions.add": {
      name: "React to a message",
      description:
        "Adds an emoji to a message. `name` is the emoji without colons, `timestamp` the message's `ts`.",
    },
    "POST /reminders.add": {
      name: "Add a reminder",
      description:
        "Creates a reminder at a Unix time or at a phrase such as `in 20 minutes`. Needs a connection as a person.",
    },
  },
});
