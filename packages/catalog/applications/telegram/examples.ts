import type { ToolExample, ToolExamples } from "@bowline/catalog/application";

const chat = { id: -1001234567890, title: "Garden", type: "supergroup" };
const message = { message_id: 42, date: 1893456000, chat, text: "Hello" };
const ada = { id: 123456789, is_bot: false, first_name: "Ada" };
const administrator = { status: "administrator", user: ada };
const at = { chat_id: chat.id, message_id: 42 };

const post = (method: string, body: ToolExample["input"], result: ToolExample["response"]): ToolExample => ({
  input: body,
  request: { method: "POST", path: `/${method}`, body },
  response: { ok: true, result },
});
const get = (
  method: string,
  input: { [name: string]: string | number },
  result: ToolExample["response"],
): ToolExample => ({
  input,
  request: {
    method: "GET",
    path: `/${method}`,
    query: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
  },
  response: { ok: true, result },
});

export const examples: ToolExamples = {
  messages_send: post(
    "sendMessage",
    { chat_id: "@garden", text: "*Hello*", parse_mode: "MarkdownV2", reply_parameters: { message_id: 41 } },
    message,
  ),
  photos_send: post(
    "sendPhoto",
    { chat_id: chat.id, photo: "https://example.com/rose.jpg", caption: "A rose" },
    { ...message, caption: "A rose" },
  ),
  documents_send: post(
    "sendDocument",
    { chat_id: chat.id, document: "https://example.com/plan.pdf" },
    message,
  ),
  locations_send: post("sendLocation", { chat_id: chat.id, latitude: 48.8584, longitude: 2.2945 }, message),
  polls_send: post(
    "sendPoll",
    { chat_id: chat.id, question: "When?", options: [{ text: "Monday" }, { text: "Friday" }] },
    { ...message, poll: { id: "5226", question: "When?", total_voter_count: 0 } },
  ),
  messages_edit: post("editMessageText", { ...at, text: "Hello all" }, { ...message, text: "Hello all" }),
  messages_delete: post("deleteMessage", at, true),
  messages_forward: post(
    "forwardMessage",
    { chat_id: chat.id, from_chat_id: "@news", message_id: 7 },
    message,
  ),
  messages_pin: post("pinChatMessage", { ...at, disable_notification: true }, true),
  messages_unpin: post("unpinChatMessage", at, true),
  updates_list: post("getUpdates", { limit: 10 }, [{ update_id: 1000, message: { ...message, from: ada } }]),
  chats_get: get("getChat", { chat_id: chat.id }, chat),
  chat_administrators_list: get("getChatAdministrators", { chat_id: chat.id }, [administrator]),
  chat_members_get: get("getChatMember", { chat_id: chat.id, user_id: ada.id }, administrator),
  chat_members_count: get("getChatMemberCount", { chat_id: chat.id }, 17),
  files_get: get(
    "getFile",
    { file_id: "BQACAgIAAxkBAAIB" },
    {
      file_id: "BQACAgIAAxkBAAIB",
      file_unique_id: "AgADcgAD",
      file_path: "documents/file_0.pdf",
      file_size: 1024,
    },
  ),
  me_get: get("getMe", {}, { id: 123456, is_bot: true, first_name: "Gardener", username: "gardener_bot" }),
};
