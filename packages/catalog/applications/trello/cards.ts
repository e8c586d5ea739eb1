import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { action, boardId, card, cardFields, cardId, context, id, named } from "./shapes.ts";

const pos = z
  .union([z.enum(["top", "bottom"]), z.number().positive()])
  .optional()
  .describe("Place in the list.");
const members = {
  desc: z.string().optional().describe("The text as Markdown."),
  due: z.string().nullish().describe("When it is due: `2030-01-31T12:00:00Z`. null: not at all."),
  dueComplete: z.boolean().optional().describe("Whether it is done."),
  idMembers: z
    .array(z.string())
    .optional()
    .describe("Ids of people, from members_list; the list replaces the old one."),
  idLabels: z
    .array(z.string())
    .optional()
    .describe("Ids of labels, from labels_list; the list replaces the old one."),
  pos,
};

export const cardTools = [
  defineTool({
    operation: "cards_list",
    name: "List cards of a board",
    description: "Returns the cards of a board with list, due date, people and labels.",
    input: z.object({
      boardId,
      filter: z.enum(["open", "closed", "all", "visible"]).default("open").describe("`closed` are archived."),
    }),
    output: z.array(card),
    resultsPath: "",
    context,
    request: { method: "GET", path: "/boards/{boardId}/cards/{filter}", query: { fields: cardFields } },
  }),
  defineTool({
    operation: "list_cards_list",
    name: "List cards of a list",
    description: "Returns the cards of one list (column).",
    input: z.object({ listId: id("list") }),
    output: z.array(card),
    resultsPath: "",
    request: { method: "GET", path: "/lists/{listId}/cards", query: { fields: cardFields } },
  }),
  defineTool({
    operation: "cards_get",
    name: "Get a card",
    description: "Returns one card with its text, people, checklists and attachments.",
    input: z.object({ cardId }),
    output: card,
    request: {
      method: "GET",
      path: "/cards/{cardId}",
      query: { checklists: "all", attachments: true, members: true },
    },
  }),
  defineTool({
    operation: "cards_create",
    name: "Create a card",
    description: "Creates a card in a list and returns its link.",
    input: z.object({
      idList: id("list").describe("Id of the list, from lists_list."),
      name: z.string().min(1).describe("The title."),
      ...members,
      urlSource: z.string().optional().describe("An address to attach."),
    }),
    output: card,
    request: { method: "POST", path: "/cards" },
  }),
  defineTool({
    operation: "cards_update",
    name: "Change, move or archive a card",
    description:
      "Changes only the members given. Move it with idList; archive it with closed `true`, and bring it back with `false`.",
    input: z.object({
      cardId,
      name: z.string().min(1).optional().describe("The title."),
      ...members,
      idList: id("list").optional().describe("List to move it to."),
      closed: z.boolean().optional().describe("Whether it is archived."),
    }),
    output: card,
    hints: { destructive: true, idempotent: true },
    request: { method: "PUT", path: "/cards/{cardId}" },
  }),
  defineTool({
    operation: "cards_delete",
    name: "Delete a card for good",
    description: "Deletes a card. To be able to undo it, archive it with cards_update instead.",
    input: z.object({ cardId }),
    output: z.looseObject({}),
    request: { method: "DELETE", path: "/cards/{cardId}" },
  }),
  defineTool({
    operation: "comments_list",
    name: "List comments of a card",
    description: "Returns the comments of a card, newest first.",
    input: z.object({ cardId, limit: z.int().min(1).max(1000).optional().describe("Default 50.") }),
    output: z.array(action),
    resultsPath: "",
    results: { top: { parameter: "limit", max: 1000 } },
    request: {
      method: "GET",
      path: "/cards/{cardId}/actions",
      query: { filter: "commentCard", limit: fromInput("limit") },
    },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on a card",
    description: "Writes a comment on a card as the connected user.",
    input: z.object({
      cardId,
      text: z.string().min(1).describe("The comment. Mention a person with `@username`."),
    }),
    output: action,
    request: { method: "POST", path: "/cards/{cardId}/actions/comments" },
  }),
  defineTool({
    operation: "attachments_create",
    name: "Attach a link to a card",
    description: "Attaches a web address to a card.",
    input: z.object({ cardId, url: z.string().min(1).describe("The address."), name: z.string().optional() }),
    output: z.looseObject({ id: z.string(), url: z.string() }),
    request: { method: "POST", path: "/cards/{cardId}/attachments" },
  }),
  defineTool({
    operation: "checklists_create",
    name: "Add a checklist to a card",
    description: "Adds an empty checklist to a card. Fill it with checklist_items_create.",
    input: z.object({ cardId, name: z.string().min(1).describe("Title of the checklist.") }),
    output: named,
    request: { method: "POST", path: "/cards/{cardId}/checklists" },
  }),
  defineTool({
    operation: "checklist_items_create",
    name: "Add an item to a checklist",
    description: "Adds one item to a checklist.",
    input: z.object({
      checklistId: id("checklist"),
      name: z.string().min(1).describe("The item."),
      checked: z.boolean().optional(),
    }),
    output: named,
    request: { method: "POST", path: "/checklists/{checklistId}/checkItems" },
  }),
];
