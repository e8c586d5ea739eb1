import { defineTool, z } from "@bowline/catalog/application";
import { chatId, resultOf } from "./messages.ts";

const member = z.looseObject({ status: z.string(), user: z.looseObject({ id: z.int() }) });

export const chatTools = [
  defineTool({
    operation: "updates_list",
    name: "Read new messages",
    description:
      "Returns what reached the bot lately: messages with their chats' ids, presses of buttons and others. Does not work while the bot has a webhook.",
    input: z.object({
      offset: z
        .int()
        .optional()
        .describe(
          "Return updates from this `update_id` on, and forget the earlier ones. Negative: the last ones.",
        ),
      limit: z.int().min(1).max(100).optional().describe("Default 100."),
      allowed_updates: z
        .array(z.string())
        .optional()
        .describe("Kinds, such as `message` and `callback_query`. Telegram remembers them."),
    }),
    output: resultOf(z.array(z.looseObject({ update_id: z.int() }))),
    resultsPath: "/result",
    request: { method: "POST", path: "/getUpdates" },
  }),
  defineTool({
    operation: "chats_get",
    name: "Get a chat",
    description: "Returns one chat, group or channel with title, description and pinned message.",
    input: z.object({ chat_id: chatId }),
    output: resultOf(z.looseObject({ id: z.int(), type: z.string() })),
    request: { method: "GET", path: "/getChat" },
  }),
  defineTool({
    operation: "chat_administrators_list",
    name: "List administrators of a chat",
    description:
      "Returns the administrators of a group or channel. Telegram does not list other members to bots.",
    input: z.object({ chat_id: chatId }),
    output: resultOf(z.array(member)),
    resultsPath: "/result",
    request: { method: "GET", path: "/getChatAdministrators" },
  }),
  defineTool({
    operation: "chat_members_get",
    name: "Get a member of a chat",
    description: "Returns whether a person is in a chat, and what they may do there.",
    input: z.object({ chat_id: chatId, user_id: z.int().describe("Id of the person, such as `123456789`.") }),
    output: resultOf(member),
    request: { method: "GET", path: "/getChatMember" },
  }),
  defineTool({
    operation: "chat_members_count",
    name: "Count members of a chat",
    description: "Returns how many people are in a chat.",
    input: z.object({ chat_id: chatId }),
    output: resultOf(z.int()),
    request: { method: "GET", path: "/getChatMemberCount" },
  }),
  defineTool({
    operation: "files_get",
    name: "Get a file's path",
    description:
      "Returns size and path of a file that was sent to the bot. Its content is at another address of Telegram.",
    input: z.object({ file_id: z.string().min(1).describe("`file_id` of a message from updates_list.") }),
    output: resultOf(z.looseObject({ file_id: z.string(), file_path: z.string().optional() })),
    request: { method: "GET", path: "/getFile" },
  }),
  defineTool({
    operation: "me_get",
    name: "Get the bot",
    description: "Returns the bot that the connection acts as.",
    input: z.object({}),
    output: resultOf(z.looseObject({ id: z.int(), username: z.string().optional() })),
    request: { method: "GET", path: "/getMe" },
  }),
];
