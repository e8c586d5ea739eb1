import { defineTool, z } from "@bowline/catalog/application";
import { channel, channelId, cursor, nextCursor, ok } from "./shared.ts";

const oneChannel = z.object({ ...ok, channel });

// https://docs.slack.dev/reference/methods?family=conversations
export const channelTools = [
  defineTool({
    operation: "channels_list",
    name: "List channels",
    description:
      "Lists the channels and conversations of the workspace with their ids, names, topics and numbers of members. Use it to find the id of a channel by its name.",
    input: z.object({
      types: z
        .string()
        .optional()
        .describe(
          "Comma-separated: public_channel, private_channel, mpim, im. Slack's default: public_channel.",
        ),
      exclude_archived: z.boolean().optional(),
      limit: z.int().min(1).max(1000).optional().describe("Channels on a page. Slack advises at most 200."),
      cursor,
      team_id: z.string().optional().describe("Only with a token of an organization: the workspace."),
    }),
    output: z.object({ ...ok, channels: z.array(channel), response_metadata: nextCursor }),
    request: { method: "GET", path: "/conversations.list" },
    resultsPath: "/channels",
    paging: {
      kind: "cursor",
      parameter: "cursor",
      cursorPath: "/response_metadata/next_cursor",
      sizeParameter: "limit",
      maxSize: 200,
    },
    scopes: ["channels:read", "groups:read", "im:read", "mpim:read"],
  }),
  defineTool({
    operation: "channels_get",
    name: "Get a channel",
    description: "Returns one channel or conversation with its name, topic, purpose and creator.",
    input: z.object({ channel: channelId, include_num_members: z.boolean().optional() }),
    output: oneChannel,
    request: { method: "GET", path: "/conversations.info" },
    scopes: ["channels:read", "groups:read", "im:read", "mpim:read"],
  }),
  defineTool({
    operation: "channels_create",
    name: "Create a channel",
    description: "Creates a public or private channel. Fails with name_taken when the name is in use.",
    input: z.object({
      name: z
        .string()
        .max(80)
        .describe("Lower-case letters, digits, hyphens and underscores; at most 80 characters."),
      is_private: z.boolean().optional(),
    }),
    output: oneChannel,
    request: { method: "POST", path: "/conversations.create" },
    scopes: ["channels:manage", "groups:write"],
  }),
  defineTool({
    operation: "channels_invite",
    name: "Invite people to a channel",
    description: "Adds people to a channel. The account of the connection must be in the channel.",
    input: z.object({
      channel: channelId,
      users: z.string().describe("Comma-separated user ids, at most 100."),
    }),
    output: oneChannel,
    request: { method: "POST", path: "/conversations.invite" },
    scopes: ["channels:manage", "groups:write"],
  }),
  defineTool({
    operation: "channels_join",
    name: "Join a channel",
    description:
      "Makes the account of the connection a member of a public channel, so that it can post there.",
    input: z.object({ channel: channelId }),
    output: oneChannel,
    request: { method: "POST", path: "/conversations.join" },
    hints: { idempotent: true },
    scopes: ["channels:join"],
  }),
  defineTool({
    operation: "channel_members_list",
    name: "List the members of a channel",
    description: "Lists the ids of the people in a channel. users_get gives a name for an id.",
    input: z.object({ channel: channelId, limit: z.int().min(1).max(1000).optional(), cursor }),
    output: z.object({ ...ok, members: z.array(z.string()), response_metadata: nextCursor }),
    request: { method: "GET", path: "/conversations.members" },
    resultsPath: "/members",
    paging: {
      kind: "cursor",
      parameter: "cursor",
      cursorPath: "/response_metadata/next_cursor",
      sizeParameter: "limit",
      maxSize: 200,
    },
    scopes: ["channels:read", "groups:read", "im:read", "mpim:read"],
  }),
  defineTool({
    operation: "direct_messages_open",
    name: "Open a direct message",
    description:
      "Opens a direct message with one to eight people, or returns the one that exists. Post to the id of the channel that it returns.",
    input: z.object({
      users: z.string().describe("Comma-separated user ids."),
      return_im: z.boolean().optional().describe("Return the whole conversation instead of its id."),
    }),
    output: oneChannel,
    request: { method: "POST", path: "/conversations.open" },
    hints: { idempotent: true },
    scopes: ["im:write", "mpim:write"],
  }),
];
