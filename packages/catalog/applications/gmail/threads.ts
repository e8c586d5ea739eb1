import { defineTool, z } from "@bowline/catalog/application";
import { rawMessage, threadId } from "./shapes.ts";

export const threadTools = [
  defineTool({
    operation: "threads_list",
    name: "Search conversations",
    description:
      "Finds conversations (threads) with Gmail's search syntax, newest first, with a line of text of each. Read one with threads_get.",
    input: z.object({
      q: z
        .string()
        .optional()
        .describe("Gmail search, such as `subject:(invoice) after:2026/01/01 -in:chats`."),
      labelIds: z
        .array(z.string())
        .optional()
        .describe("Only threads with all of these label ids, such as `INBOX`."),
      includeSpamTrash: z.boolean().optional().describe("Also search Spam and Trash."),
      maxResults: z.int().min(1).max(500).optional().describe("Threads on a page. Default 100."),
      pageToken: z.string().optional().describe("`nextPageToken` of the page before."),
    }),
    output: z.looseObject({
      threads: z
        .array(
          z.looseObject({ id: z.string(), snippet: z.string().optional(), historyId: z.string().optional() }),
        )
        .optional(),
      nextPageToken: z.string().optional(),
    }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    resultsPath: "/threads",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "maxResults",
      maxSize: 500,
    },
    request: {
      method: "GET",
      path: "/users/me/threads",
    },
  }),
  defineTool({
    operation: "threads_get",
    name: "Get a conversation",
    description:
      "Returns all messages of one thread, oldest first, with headers, labels and a line of each. `full` adds the bodies as base64url parts.",
    input: z.object({
      threadId,
      format: z
        .enum(["minimal", "metadata", "full"])
        .describe("How much of each message: usually `metadata`; `full` adds the bodies."),
      metadataHeaders: z
        .array(z.string())
        .optional()
        .describe("With `metadata`: only these headers, such as `From`, `To`, `Subject`, `Date`."),
    }),
    output: z.looseObject({ id: z.string(), messages: z.array(rawMessage).optional() }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    request: {
      method: "GET",
      path: "/users/me/threads/{threadId}",
    },
  }),
  defineTool({
    operation: "threads_modify",
    name: "Change a conversation's labels",
    description:
      "Adds and removes labels of all messages of one thread. Archive: remove `INBOX`. Mark as read: remove `UNREAD`.",
    input: z.object({
      threadId,
      addLabelIds: z.array(z.string()).max(100).optional().describe("Label ids to add, from labels_list."),
      removeLabelIds: z.array(z.string()).max(100).optional().describe("Label ids to remove."),
    }),
    output: z.looseObject({ id: z.string() }),
    hints: { idempotent: true },
    scopes: ["https://www.googleapis.com/auth/gmail.modify"],
    request: {
      method: "POST",
      path: "/users/me/threads/{threadId}/modify",
    },
  }),
];
