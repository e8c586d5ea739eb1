import { defineTool, z } from "@bowline/catalog/application";
import { messageId, messageReference, rawMessage } from "./shapes.ts";

export const messageTools = [
  defineTool({
    operation: "messages_list",
    name: "Search messages",
    description:
      "Finds messages with Gmail's search syntax, newest first. Returns ids only: read one with messages_get, or use threads_list, which shows a line of each conversation.",
    input: z.object({
      q: z
        .string()
        .optional()
        .describe("Gmail search, such as `from:ada@example.com is:unread newer_than:7d has:attachment`."),
      labelIds: z
        .array(z.string())
        .optional()
        .describe("Only messages with all of these label ids, such as `INBOX`, `UNREAD` or `Label_12`."),
      includeSpamTrash: z.boolean().optional().describe("Also search Spam and Trash."),
      maxResults: z.int().min(1).max(500).optional().describe("Messages on a page. Default 100."),
      pageToken: z.string().optional().describe("`nextPageToken` of the page before."),
    }),
    output: z.looseObject({
      messages: z.array(messageReference).optional(),
      nextPageToken: z.string().optional(),
      resultSizeEstimate: z.int().optional(),
    }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    resultsPath: "/messages",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "maxResults",
      maxSize: 500,
    },
    request: {
      method: "GET",
      path: "/users/me/messages",
    },
  }),
  defineTool({
    operation: "messages_get_raw",
    name: "Get a message as Gmail stores it",
    description:
      "Returns one message with all headers and its tree of MIME parts; bodies are base64url. To read a message, use messages_get.",
    input: z.object({
      messageId,
      format: z
        .enum(["minimal", "metadata", "full", "raw"])
        .default("full")
        .describe("`metadata`: headers and labels; `full`: also the parts; `raw`: the whole RFC 822 text."),
      metadataHeaders: z
        .array(z.string())
        .optional()
        .describe("With `metadata`: only these headers, such as `From` and `Subject`."),
    }),
    output: rawMessage,
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    request: {
      method: "GET",
      path: "/users/me/messages/{messageId}",
    },
  }),
  defineTool({
    operation: "messages_modify",
    name: "Change a message's labels",
    description:
      "Adds and removes labels of one message. Mark as read: remove `UNREAD`. Archive: remove `INBOX`. Star: add `STARRED`.",
    input: z.object({
      messageId,
      addLabelIds: z.array(z.string()).max(100).optional().describe("Label ids to add, from labels_list."),
      removeLabelIds: z.array(z.string()).max(100).optional().describe("Label ids to remove."),
    }),
    output: messageReference,
    hints: { idempotent: true },
    scopes: ["https://www.googleapis.com/auth/gmail.modify"],
    request: {
      method: "POST",
      path: "/users/me/messages/{messageId}/modify",
    },
  }),
  defineTool({
    operation: "messages_batch_modify",
    name: "Change labels of many messages",
    description:
      "Adds and removes labels of up to 1,000 messages at once, such as to archive or mark them as read.",
    input: z.object({
      ids: z.array(z.string()).min(1).max(1000).describe("Message ids, from messages_list."),
      addLabelIds: z.array(z.string()).optional().describe("Label ids to add to each message."),
      removeLabelIds: z.array(z.string()).optional().describe("Label ids to remove from each message."),
    }),
    output: z.unknown().describe("Nothing."),
    hints: { idempotent: true },
    scopes: ["https://www.googleapis.com/auth/gmail.modify"],
    request: {
      method: "POST",
      path: "/users/me/messages/batchModify",
    },
  }),
  defineTool({
    operation: "messages_trash",
    name: "Move a message to Trash",
    description:
      "Moves one message to Trash, where Gmail keeps it for 30 days. messages_untrash brings it back.",
    input: z.object({ messageId }),
    output: messageReference,
    hints: { destructive: true, idempotent: true },
    scopes: ["https://www.googleapis.com/auth/gmail.modify"],
    request: { method: "POST", path: "/users/me/messages/{messageId}/trash" },
  }),
  defineTool({
    operation: "messages_untrash",
    name: "Take a message out of Trash",
    description: "Moves one message from Trash back to where it was.",
    input: z.object({ messageId }),
    output: messageReference,
    hints: { idempotent: true },
    scopes: ["https://www.googleapis.com/auth/gmail.modify"],
    request: { method: "POST", path: "/users/me/messages/{messageId}/untrash" },
  }),
  defineTool({
    operation: "attachments_get",
    name: "Get an attachment",
    description:
      "Returns the content of one attachment as base64url text. Its id is in the message that messages_get returns.",
    input: z.object({
      messageId,
      attachmentId: z
        .string()
        .describe("`attachmentId` of the part. Gmail gives another one each time a message is read."),
    }),
    output: z.looseObject({ size: z.int(), data: z.string() }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    request: {
      method: "GET",
      path: "/users/me/messages/{messageId}/attachments/{attachmentId}",
    },
  }),
];
