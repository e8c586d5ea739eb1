import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { folder, listFields, message, messageId, pageOf, paging, top } from "./shapes.ts";

const scopes = ["Mail.Read"];
const search = z
  .string()
  .optional()
  .describe(
    'Words in double quotes, such as `"from:ada subject:offer"`. Not together with filter or orderby.',
  );
const filter = z
  .string()
  .optional()
  .describe("OData filter, such as `isRead eq false and receivedDateTime ge 2030-01-01T00:00:00Z`.");
const orderby = z
  .string()
  .optional()
  .describe("Such as `receivedDateTime desc`. Its member must come first in filter too.");
const query = {
  $search: fromInput("search"),
  $filter: fromInput("filter"),
  $orderby: fromInput("orderby"),
  $top: fromInput("top"),
  $select: listFields,
};
const attachment = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  contentType: z.string().nullish(),
  size: z.int().optional(),
  contentBytes: z.string().optional().describe("The content as base64."),
});

export const readingTools = [
  defineTool({
    operation: "messages_list",
    name: "Search messages",
    description:
      "Finds messages in all folders by words or by a filter, with a preview of each. Read one whole with messages_get.",
    input: z.object({ search, filter, orderby, top }),
    output: pageOf(message),
    scopes,
    resultsPath: "/value",
    paging,
    request: { method: "GET", path: "/me/messages", query },
  }),
  defineTool({
    operation: "folders_messages_list",
    name: "List messages of a folder",
    description: "Finds messages in one folder, such as the inbox, with a preview of each.",
    input: z.object({
      folderId: z
        .string()
        .min(1)
        .describe(
          "Id from folders_list, or `inbox`, `drafts`, `sentitems`, `deleteditems`, `archive`, `junkemail`.",
        ),
      search,
      filter,
      orderby,
      top,
    }),
    output: pageOf(message),
    scopes,
    resultsPath: "/value",
    paging,
    context: { type: "folder", inputs: ["folderId"] },
    request: { method: "GET", path: "/me/mailFolders/{folderId}/messages", query },
  }),
  defineTool({
    operation: "messages_get",
    name: "Read a message",
    description:
      "Returns one message with its whole text, recipients and state. Attachments come with attachments_list.",
    input: z.object({ messageId }),
    output: message,
    scopes,
    request: {
      method: "GET",
      path: "/me/messages/{messageId}",
      headers: { Prefer: 'outlook.body-content-type="text"' },
    },
  }),
  defineTool({
    operation: "attachments_list",
    name: "List a message's attachments",
    description:
      "Returns name, type and size of each attachment of a message. attachments_get returns the content of one.",
    input: z.object({ messageId }),
    output: pageOf(attachment),
    scopes,
    resultsPath: "/value",
    request: {
      method: "GET",
      path: "/me/messages/{messageId}/attachments",
      query: { $select: "id,name,contentType,size,isInline" },
    },
  }),
  defineTool({
    operation: "attachments_get",
    name: "Get an attachment",
    description: "Returns one attachment with its content as base64.",
    input: z.object({ messageId, attachmentId: z.string().min(1).describe("Id from attachments_list.") }),
    output: attachment,
    scopes,
    request: { method: "GET", path: "/me/messages/{messageId}/attachments/{attachmentId}" },
  }),
  defineTool({
    operation: "folders_list",
    name: "List mail folders",
    description: "Returns the mail folders with their ids and numbers of unread messages.",
    input: z.object({ top }),
    output: pageOf(folder),
    scopes,
    resultsPath: "/value",
    paging,
    request: { method: "GET", path: "/me/mailFolders", query: { $top: fromInput("top") } },
  }),
  defineTool({
    operation: "profile_get",
    name: "Get the connected account",
    description: "Returns name and e-mail address of the connected user.",
    input: z.object({}),
    output: z.looseObject({
      id: z.string(),
      displayName: z.string().nullish(),
      mail: z.string().nullish(),
      userPrincipalName: z.string(),
    }),
    scopes: ["User.Read"],
    request: { method: "GET", path: "/me" },
  }),
];
