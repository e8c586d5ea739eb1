import { defineTool, ToolError, z } from "@bowline/catalog/application";
import { channelId, cursor, message, nextCursor, ok } from "./shared.ts";

const timestamp = z.string().describe("ts of the message, such as 1712345678.123456.");
const time = z.string().optional().describe("Seconds since 1970, such as 1712345678.000000.");
const blocks = z
  .array(z.record(z.string(), z.unknown()))
  .optional()
  .describe("Layout blocks of Block Kit. With blocks, text is what notifications show.");

const uploadPlace = z.object({ upload_url: z.string(), file_id: z.string() });
const sharedFiles = z.object({ files: z.array(z.object({ id: z.string(), title: z.string().optional() })) });

const cursorPaging = {
  kind: "cursor",
  parameter: "cursor",
  cursorPath: "/response_metadata/next_cursor",
  sizeParameter: "limit",
  maxSize: 200,
} as const;

const historyScopes = ["channels:history", "groups:history", "im:history", "mpim:history"];

// https://docs.slack.dev/reference/methods?family=chat
export const messageTools = [
  defineTool({
    operation: "messages_list",
    name: "List the messages of a channel",
    description:
      "Lists the messages of a channel, the newest first, without the replies in threads. thread_replies_list gives those.",
    input: z.object({
      channel: channelId,
      oldest: time,
      latest: time,
      inclusive: z.boolean().optional().describe("Include messages exactly at oldest and latest."),
      limit: z.int().min(1).max(999).optional(),
      cursor,
    }),
    output: z.object({
      ...ok,
      messages: z.array(message),
      has_more: z.boolean().optional(),
      response_metadata: nextCursor,
    }),
    request: { method: "GET", path: "/conversations.history" },
    resultsPath: "/messages",
    paging: cursorPaging,
    scopes: historyScopes,
  }),
  defineTool({
    operation: "thread_replies_list",
    name: "List the replies in a thread",
    description: "Lists the messages of a thread, beginning with the message that it is about.",
    input: z.object({
      channel: channelId,
      ts: timestamp.describe("ts of the message that the thread began with."),
      limit: z.int().min(1).max(1000).optional(),
      cursor,
    }),
    output: z.object({
      ...ok,
      messages: z.array(message),
      has_more: z.boolean().optional(),
      response_metadata: nextCursor,
    }),
    request: { method: "GET", path: "/conversations.replies" },
    resultsPath: "/messages",
    paging: cursorPaging,
    scopes: historyScopes,
  }),
  defineTool({
    operation: "messages_send",
    name: "Send a message",
    description:
      "Posts a message to a channel, a person or a thread. Returns its ts, with which it can be updated, deleted or replied to. Give text or blocks.",
    input: z.object({
      channel: z
        .string()
        .describe("Id of a channel, or of a user for a direct message. A public channel's name also works."),
      text: z
        .string()
        .max(40_000)
        .optional()
        .describe("In Slack's mrkdwn: *bold*, _italic_, <https://…|link>."),
      blocks,
      thread_ts: z.string().optional().describe("ts of a message to reply to in its thread."),
      reply_broadcast: z.boolean().optional().describe("Also show the reply in the channel."),
      unfurl_links: z.boolean().optional().describe("Show previews of links."),
    }),
    output: z.object({ ...ok, channel: z.string(), ts: z.string(), message: message.optional() }),
    request: { method: "POST", path: "/chat.postMessage" },
    scopes: ["chat:write"],
  }),
  defineTool({
    operation: "messages_update",
    name: "Edit a message",
    description: "Replaces the text or the blocks of a message that the account of the connection posted.",
    input: z.object({ channel: channelId, ts: timestamp, text: z.string().max(40_000).optional(), blocks }),
    output: z.object({ ...ok, channel: z.string(), ts: z.string(), text: z.string().optional() }),
    request: { method: "POST", path: "/chat.update" },
    hints: { destructive: true, idempotent: true },
    scopes: ["chat:write"],
  }),
  defineTool({
    operation: "messages_delete",
    name: "Delete a message",
    description: "Deletes a message that the account of the connection posted.",
    input: z.object({ channel: channelId, ts: timestamp }),
    output: z.object({ ...ok, channel: z.string(), ts: z.string() }),
    request: { method: "POST", path: "/chat.delete" },
    hints: { destructive: true },
    scopes: ["chat:write"],
  }),
  defineTool({
    operation: "messages_schedule",
    name: "Schedule a message",
    description: "Posts a message at a later time, at most 120 days ahead.",
    input: z.object({
      channel: channelId,
      post_at: z.int().describe("When to post it, in seconds since 1970."),
      text: z.string().optional(),
      blocks,
      thread_ts: z.string().optional(),
    }),
    output: z.object({
      ...ok,
      channel: z.string(),
      scheduled_message_id: z.string(),
      post_at: z.union([z.int(), z.string()]),
    }),
    request: { method: "POST", path: "/chat.scheduleMessage" },
    scopes: ["chat:write"],
  }),
  defineTool({
    operation: "message_permalink_get",
    name: "Get a link to a message",
    description: "Returns the address under which a message can be opened in Slack.",
    input: z.object({ channel: channelId, message_ts: timestamp }),
    output: z.object({ ...ok, channel: z.string(), permalink: z.string() }),
    request: { method: "GET", path: "/chat.getPermalink" },
  }),
  defineTool({
    operation: "messages_search",
    name: "Search messages",
    description:
      "Searches all messages that the user can see, with Slack's modifiers such as in:#general, from:@ada, after:2026-01-01. Needs a connection of a user, not of a bot.",
    input: z.object({
      query: z.string(),
      sort: z.enum(["score", "timestamp"]).optional(),
      sort_dir: z.enum(["asc", "desc"]).optional(),
      count: z.int().min(1).max(100).optional().describe("Matches on a page."),
      page: z.int().min(1).max(100).optional(),
    }),
    output: z.object({
      ...ok,
      messages: z.object({
        total: z.int(),
        matches: z.array(
          z.object({
            channel: z.object({ id: z.string(), name: z.string().optional() }).optional(),
            user: z.string().optional(),
            username: z.string().optional(),
            text: z.string(),
            ts: z.string(),
            permalink: z.string().optional(),
          }),
        ),
      }),
    }),
    request: { method: "GET", path: "/search.messages" },
    resultsPath: "/messages/matches",
    paging: { kind: "pageNumber", parameter: "page", sizeParameter: "count", maxSize: 100 },
    authentications: ["user", "token"],
    scopes: ["search:read"],
  }),
  // Three requests, and the second has an address of the first's response: https://docs.slack.dev/messaging/working-with-files
  defineTool({
    operation: "files_send",
    name: "Send a file",
    description: "Uploads a text file and shows it in a channel. Returns the file's id.",
    input: z.object({
      channel: channelId,
      file_name: z.string().describe("Such as notes.md."),
      content: z.string().describe("The file's text."),
      comment: z.string().optional().describe("A message beside the file."),
    }),
    output: z.object({ id: z.string(), title: z.string().optional() }),
    hints: { readOnly: false },
    scopes: ["files:write"],
    async run({ input, egress }) {
      const bytes = new TextEncoder().encode(input.content);
      const place = await egress.request({
        url: "/files.getUploadURLExternal",
        query: { filename: input.file_name, length: bytes.length },
      });
      const { upload_url, file_id } = uploadPlace.parse(place.json());
      await egress.request({
        url: upload_url,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: bytes,
      });
      const shared = await egress.request({
        url: "/files.completeUploadExternal",
        json: {
          files: [{ id: file_id, title: input.file_name }],
          channel_id: input.channel,
          initial_comment: input.comment,
        },
      });
      const [file] = sharedFiles.parse(shared.json()).files;
      if (file === undefined) {
        throw new ToolError("The file was uploaded, but not shown in the channel. Try again.");
      }
      return file;
    },
  }),
  defineTool({
    operation: "reactions_add",
    name: "React to a message",
    description: "Adds an emoji reaction to a message.",
    input: z.object({
      channel: channelId,
      timestamp,
      name: z.string().describe("Name of the emoji without colons, such as thumbsup."),
    }),
    output: z.object(ok),
    request: { method: "POST", path: "/reactions.add" },
    scopes: ["reactions:write"],
  }),
];
