import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { folder, importance, message, messageId, messageMembers, recipients } from "./shapes.ts";

const send = ["Mail.Send"];
const write = ["Mail.ReadWrite"];
const nothing = z.unknown().describe("Nothing.");
const optionalMembers = z.object(messageMembers).partial().shape;
const comment = z.string().describe("Your text, above the message that it refers to.");
const content = {
  subject: fromInput("subject"),
  body: fromInput("body"),
  toRecipients: fromInput("toRecipients"),
  ccRecipients: fromInput("ccRecipients"),
  bccRecipients: fromInput("bccRecipients"),
  importance: fromInput("importance"),
  attachments: fromInput("attachments"),
};

export const writingTools = [
  defineTool({
    operation: "messages_send",
    name: "Send a message",
    description:
      "Sends a new e-mail at once. To answer one use messages_reply; to let a person look first use drafts_create.",
    input: z.object({
      ...optionalMembers,
      subject: messageMembers.subject,
      body: messageMembers.body,
      toRecipients: recipients.min(1).describe("Recipients."),
      saveToSentItems: z.boolean().optional().describe("Default true."),
    }),
    output: nothing,
    scopes: send,
    request: {
      method: "POST",
      path: "/me/sendMail",
      body: { message: content, saveToSentItems: fromInput("saveToSentItems") },
    },
  }),
  defineTool({
    operation: "messages_reply",
    name: "Reply to a message",
    description: "Sends a reply to the message's sender at once, with the message quoted below.",
    input: z.object({ messageId, comment }),
    output: nothing,
    scopes: send,
    request: { method: "POST", path: "/me/messages/{messageId}/reply" },
  }),
  defineTool({
    operation: "messages_reply_all",
    name: "Reply to all",
    description: "Sends a reply to the message's sender and all its recipients at once.",
    input: z.object({ messageId, comment }),
    output: nothing,
    scopes: send,
    request: { method: "POST", path: "/me/messages/{messageId}/replyAll" },
  }),
  defineTool({
    operation: "messages_forward",
    name: "Forward a message",
    description: "Sends a message with its attachments on to other people at once.",
    input: z.object({
      messageId,
      comment: comment.optional(),
      toRecipients: recipients.min(1).describe("Recipients."),
    }),
    output: nothing,
    scopes: send,
    request: { method: "POST", path: "/me/messages/{messageId}/forward" },
  }),
  defineTool({
    operation: "drafts_create",
    name: "Write a draft",
    description: "Saves an e-mail as a draft, which nobody receives until drafts_send or a person sends it.",
    input: z.object(optionalMembers),
    output: message,
    scopes: write,
    request: { method: "POST", path: "/me/messages" },
  }),
  defineTool({
    operation: "drafts_create_reply",
    name: "Write a reply as a draft",
    description:
      "Saves a reply to a message as a draft in its conversation, with recipients and quote filled in.",
    input: z.object({ messageId, comment: comment.optional() }),
    output: message,
    scopes: write,
    request: { method: "POST", path: "/me/messages/{messageId}/createReply" },
  }),
  defineTool({
    operation: "drafts_send",
    name: "Send a draft",
    description: "Sends an existing draft to the recipients in it, at once.",
    input: z.object({ messageId: messageId.describe("Id of the draft, from drafts_create.") }),
    output: nothing,
    scopes: send,
    request: { method: "POST", path: "/me/messages/{messageId}/send" },
  }),
  defineTool({
    operation: "messages_update",
    name: "Change a message's state",
    description:
      "Marks a message as read or unread, flags it, sets categories, or changes a draft's text and recipients.",
    input: z.object({
      messageId,
      isRead: z.boolean().optional(),
      flag: z.object({ flagStatus: z.enum(["notFlagged", "flagged", "complete"]) }).optional(),
      categories: z
        .array(z.string())
        .optional()
        .describe("Names of categories; the list replaces the old one."),
      importance: importance.optional(),
      subject: messageMembers.subject.optional().describe("Drafts only."),
      body: messageMembers.body.optional().describe("Drafts only."),
      toRecipients: recipients.optional().describe("Drafts only."),
    }),
    output: message,
    hints: { idempotent: true },
    scopes: write,
    request: { method: "PATCH", path: "/me/messages/{messageId}" },
  }),
  defineTool({
    operation: "messages_move",
    name: "Move a message",
    description:
      "Moves a message to another folder, such as `archive`. The message gets a new id, which is returned.",
    input: z.object({
      messageId,
      destinationId: z
        .string()
        .min(1)
        .describe("Folder id from folders_list, or `inbox`, `archive`, `deleteditems`, `junkemail`."),
    }),
    output: message,
    scopes: write,
    request: { method: "POST", path: "/me/messages/{messageId}/move" },
  }),
  defineTool({
    operation: "messages_delete",
    name: "Delete a message",
    description: "Moves a message out of sight, to where deleted items are kept for a while.",
    input: z.object({ messageId }),
    output: nothing,
    scopes: write,
    request: { method: "DELETE", path: "/me/messages/{messageId}" },
  }),
  defineTool({
    operation: "folders_create",
    name: "Create a mail folder",
    description: "Creates a mail folder at the top of the mailbox.",
    input: z.object({ displayName: z.string().min(1).describe("Name of the folder.") }),
    output: folder,
    scopes: write,
    request: { method: "POST", path: "/me/mailFolders" },
  }),
];
