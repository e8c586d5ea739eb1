import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "discord",
  name: "Discord",
  description: "Send and read messages, and manage servers, channels, members, roles and events on Discord.",
  categories: ["communication"],
  websiteUrl: "https://discord.com",
  documentationUrl: "https://docs.discord.com/developers/reference",
  icon: { simpleIcons: "discord" },
  // The file is Discord's own specification: https://github.com/discord/discord-api-spec (MIT).
  document: {
    package: "@opensdks/sdk-discord",
    version: "0.0.14",
    integrity:
      "sha512-GvA3dEvhiy18Ddd2XTP68YJOheSwg2UFoOKb5nXr8WxWfOwW/o9RvJW+kMhZKKNM5R39oP90xMcIjtSp3GrozQ==",
    license: "MIT",
    files: ["discord.oas.json"],
  },
  servers: [{ name: "production", url: "https://discord.com/api/v10" }],
  authentications: {
    bot: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      prefix: "Bot ",
      title: "Bot token",
      description:
        "Create an application at https://discord.com/developers/applications, open its page Bot and copy the token. Invite the bot to your server first.",
      documentationUrl: "https://docs.discord.com/developers/reference#authentication",
      fields: { apiKey: { label: "Bot token" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Discord",
      description: "Reads what the person may see. Sending messages needs a bot.",
      documentationUrl: "https://docs.discord.com/developers/topics/oauth2",
      provider: "discord",
      scopes: {
        identify: "Read your account, without the e-mail address",
        email: "Read your e-mail address",
        guilds: "List your servers",
        "guilds.members.read": "Read your membership of a server",
        connections: "Read the accounts that you linked",
      },
    },
  },
  // https://docs.discord.com/developers/resources/user#get-current-user
  test: { operation: "GET /users/@me", labelPath: "/username" },
  // https://docs.discord.com/developers/resources/user#get-current-user-guilds
  objects: [{ kind: "server", operation: "GET /users/@me/guilds", namePath: "/id", labelPath: "/name" }],
  operations: {
    "GET /guilds/{guild_id}": { context: { type: "server", inputs: ["guild_id"] } },
    "GET /guilds/{guild_id}/channels": { context: { type: "server", inputs: ["guild_id"] } },
    "POST /guilds/{guild_id}/channels": { context: { type: "server", inputs: ["guild_id"] } },
    "GET /guilds/{guild_id}/members": { context: { type: "server", inputs: ["guild_id"] } },
    "GET /guilds/{guild_id}/members/search": { context: { type: "server", inputs: ["guild_id"] } },
    "GET /guilds/{guild_id}/roles": { context: { type: "server", inputs: ["guild_id"] } },
    "GET /guilds/{guild_id}/scheduled-events": { context: { type: "server", inputs: ["guild_id"] } },
    "POST /guilds/{guild_id}/scheduled-events": { context: { type: "server", inputs: ["guild_id"] } },
  },
  // Answers to interactions and the socket's address serve a running bot, not a call.
  exclude: [
    "GET /gateway",
    "GET /gateway/bot",
    "POST /interactions/*",
    "POST /webhooks/*/slack",
    "POST /webhooks/*/github",
  ],
  // The id of the last record is the cursor of the next page: https://docs.discord.com/developers/reference#snowflake-ids-in-pagination
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "before",
        cursorPath: "/-/id",
        sizeParameter: "limit",
        maxSize: 100,
      },
      operations: ["list_messages"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "after",
        cursorPath: "/-/id",
        sizeParameter: "limit",
        maxSize: 200,
      },
      operations: ["list_my_guilds"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "after",
        cursorPath: "/-/user/id",
        sizeParameter: "limit",
        maxSize: 1000,
      },
      operations: ["list_guild_members", "list_guild_bans"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "after",
        cursorPath: "/-/id",
        sizeParameter: "limit",
        maxSize: 100,
      },
      operations: ["list_message_reactions_by_emoji"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "after",
        cursorPath: "/-/user_id",
        sizeParameter: "limit",
        maxSize: 100,
      },
      operations: ["list_thread_members"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "before",
        cursorPath: "/audit_log_entries/-/id",
        sizeParameter: "limit",
        maxSize: 100,
      },
      resultsPath: "/audit_log_entries",
      operations: ["list_guild_audit_log_entries"],
    },
  ],
  featured: {
    create_message: {
      name: "Send a message",
      description:
        "Sends a message to a channel: `content` up to 2,000 characters in Markdown, embeds, or a reply with `message_reference`. The bot needs access to the channel.",
    },
    list_messages: {
      name: "Read a channel",
      description:
        "Returns up to 100 messages of a channel, newest first. `before`, `after` and `around` take a message id to move on.",
    },
    get_message: {
      name: "Get a message",
      description: "Returns one message of a channel by its id, with author, text, embeds and reactions.",
    },
    update_message: {
      name: "Edit a message",
      description: "Changes a message that the bot sent. What is left out stays.",
    },
    delete_message: {
      name: "Delete a message",
      description: "Deletes a message. Messages of others need the permission to manage messages.",
    },
    add_my_message_reaction: {
      name: "React to a message",
      description:
        "Adds a reaction to a message. `emoji_name` is a Unicode emoji, or `name:id` of a server's own emoji.",
    },
    pin_message: {
      name: "Pin a message",
      description: "Pins a message in its channel.",
    },
    create_thread_from_message: {
      name: "Start a thread",
      description: "Starts a thread with a name from an existing message of a channel.",
    },
    create_dm: {
      name: "Open a direct message",
      description:
        "Opens a direct message with the person `recipient_id` and returns the channel to send to.",
    },
    list_my_guilds: {
      name: "List servers",
      description: "Lists the servers that the connected account is in, with id, name and permissions.",
    },
    get_guild: {
      name: "Get a server",
      description:
        "Returns a server with its name, owner, features and roles; with counts of members if asked.",
    },
    list_guild_channels: {
      name: "List channels of a server",
      description:
        "Returns all channels and categories of a server that the bot can see, with ids, names and types.",
    },
    create_guild_channel: {
      name: "Create a channel",
      description: "Creates a text, voice, forum or category channel in a server.",
    },
    update_channel: {
      name: "Update a channel",
      description: "Changes a channel's or a thread's name, topic, category or permissions.",
    },
    list_guild_members: {
      name: "List members of a server",
      description:
        "Lists a server's members by id, up to 1,000 a call. The bot needs the intent for members.",
    },
    search_guild_members: {
      name: "Search members of a server",
      description: "Finds members whose name or nickname begins with `query`.",
    },
    list_guild_roles: {
      name: "List roles of a server",
      description: "Returns all roles of a server with their ids, names, colors and permissions.",
    },
    add_guild_member_role: {
      name: "Give a member a role",
      description: "Adds a role to a member of a server. The bot's own role must stand above it.",
    },
    delete_guild_member: {
      name: "Kick a member",
      description:
        "Removes a member from a server, who may join again. The bot needs the permission to kick members.",
    },
    ban_user_from_guild: {
      name: "Ban a user",
      description:
        "Removes a user from a server for good. `delete_message_seconds` deletes what the user wrote lately. The bot needs the permission to ban members.",
    },
    create_guild_scheduled_event: {
      name: "Create an event",
      description:
        "Schedules an event of a server in a channel or at an outside place, with start and, if outside, end.",
    },
    list_guild_audit_log_entries: {
      name: "Read the audit log",
      description: "Returns who changed what in a server, newest first, by person or kind of action.",
    },
  },
});
