import { defineTool, z } from "@bowline/catalog/application";

export const chatId = z
  .union([z.int(), z.string().min(1)])
  .describe("Id of the chat, such as `-1001234567890`, from updates_list, or `@name` of a public channel.");
export const messageId = z.int().describe("Number of the message in its chat, such as `42`.");
const parseMode = z
  .enum(["MarkdownV2", "HTML"])
  .optional()
  .describe("How the text is marked up. Default: not at all.");
const silent = z.boolean().optional().describe("Send without a sound.");
const replyTo = z.object({ message_id: messageId }).optional().describe("The message to reply to.");
const thread = z.int().optional().describe("Id of the topic in a group with topics.");
const keyboard = z
  .object({
    inline_keyboard: z.array(
      z.array(
        z.looseObject({ text: z.string(), url: z.string().optional(), callback_data: z.string().optional() }),
      ),
    ),
  })
  .optional()
  .describe("Buttons below the message, row by row.");
const caption = z.string().max(1024).optional().describe("Text below it.");
const file = (what: string) =>
  z.string().min(1).describe(`Web address of the ${what}, or its \`file_id\` from an earlier message.`);

export const message = z.looseObject({
  message_id: z.int(),
  date: z.int().optional(),
  chat: z.looseObject({ id: z.int() }).optional(),
  text: z.string().optional(),
});
export const resultOf = <Result extends z.ZodType>(result: Result) =>
  z.looseObject({ ok: z.literal(true), result });
const sent = resultOf(message);
const done = resultOf(z.boolean());

export const messageTools = [
  defineTool({
    operation: "messages_send",
    name: "Send a message",
    description: "Sends a text to a chat, group or channel. A person must have written to the bot first.",
    input: z.object({
      chat_id: chatId,
      text: z.string().min(1).max(4096).describe("The text."),
      parse_mode: parseMode,
      disable_notification: silent,
      reply_parameters: replyTo,
      message_thread_id: thread,
      reply_markup: keyboard,
    }),
    output: sent,
    request: { method: "POST", path: "/sendMessage" },
  }),
  defineTool({
    operation: "photos_send",
    name: "Send a photo",
    description: "Sends a photo to a chat, by its web address.",
    input: z.object({
      chat_id: chatId,
      photo: file("photo"),
      caption,
      parse_mode: parseMode,
      disable_notification: silent,
      reply_parameters: replyTo,
    }),
    output: sent,
    request: { method: "POST", path: "/sendPhoto" },
  }),
  defineTool({
    operation: "documents_send",
    name: "Send a file",
    description: "Sends a file to a chat. By web address only PDF and ZIP files of up to 20 MB.",
    input: z.object({
      chat_id: chatId,
      document: file("file"),
      caption,
      parse_mode: parseMode,
      disable_notification: silent,
      reply_parameters: replyTo,
    }),
    output: sent,
    request: { method: "POST", path: "/sendDocument" },
  }),
  defineTool({
    operation: "locations_send",
    name: "Send a place",
    description: "Sends a point on the map to a chat.",
    input: z.object({
      chat_id: chatId,
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      disable_notification: silent,
    }),
    output: sent,
    request: { method: "POST", path: "/sendLocation" },
  }),
  defineTool({
    operation: "polls_send",
    name: "Send a poll",
    description: "Asks the people of a chat a question with answers to choose from.",
    input: z.object({
      chat_id: chatId,
      question: z.string().min(1).max(300).describe("The question."),
      options: z
        .array(z.object({ text: z.string().min(1).max(100) }))
        .min(2)
        .max(10)
        .describe("The answers."),
      is_anonymous: z.boolean().optional().describe("Default true."),
      allows_multiple_answers: z.boolean().optional().describe("Default false."),
    }),
    output: sent,
    request: { method: "POST", path: "/sendPoll" },
  }),
  defineTool({
    operation: "messages_edit",
    name: "Change a message",
    description: "Replaces the text of a message that the bot sent.",
    input: z.object({
      chat_id: chatId,
      message_id: messageId,
      text: z.string().min(1).max(4096).describe("The new text."),
      parse_mode: parseMode,
      reply_markup: keyboard,
    }),
    output: sent,
    hints: { destructive: true, idempotent: true },
    request: { method: "POST", path: "/editMessageText" },
  }),
  defineTool({
    operation: "messages_delete",
    name: "Delete a message",
    description: "Deletes a message, usually one of the bot's own of the last 48 hours.",
    input: z.object({ chat_id: chatId, message_id: messageId }),
    output: done,
    hints: { destructive: true },
    request: { method: "POST", path: "/deleteMessage" },
  }),
  defineTool({
    operation: "messages_forward",
    name: "Forward a message",
    description: "Forwards a message from one chat to another.",
    input: z.object({
      chat_id: chatId,
      from_chat_id: chatId.describe("Id of the chat where the message is."),
      message_id: messageId,
      disable_notification: silent,
    }),
    output: sent,
    request: { method: "POST", path: "/forwardMessage" },
  }),
  defineTool({
    operation: "messages_pin",
    name: "Pin a message",
    description: "Pins a message at the top of a chat. The bot must be allowed to.",
    input: z.object({ chat_id: chatId, message_id: messageId, disable_notification: silent }),
    output: done,
    hints: { idempotent: true },
    request: { method: "POST", path: "/pinChatMessage" },
  }),
  defineTool({
    operation: "messages_unpin",
    name: "Unpin a message",
    description: "Takes a pinned message off the top of a chat.",
    input: z.object({
      chat_id: chatId,
      message_id: messageId.optional().describe("Default: the newest pinned one."),
    }),
    output: done,
    hints: { idempotent: true },
    request: { method: "POST", path: "/unpinChatMessage" },
  }),
];
