import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { boardId, card, context, named } from "./shapes.ts";

export const boardTools = [
  defineTool({
    operation: "boards_list",
    name: "List boards",
    description: "Returns the boards of the connected user with their ids and links.",
    input: z.object({
      filter: z.enum(["open", "closed", "all"]).default("open").describe("`closed` are archived."),
    }),
    output: z.array(named),
    resultsPath: "",
    request: {
      method: "GET",
      path: "/members/me/boards",
      query: { filter: fromInput("filter"), fields: "name,desc,closed,url,idOrganization,dateLastActivity" },
    },
  }),
  defineTool({
    operation: "boards_create",
    name: "Create a board",
    description: "Creates a board, with the lists To Do, Doing and Done unless defaultLists is false.",
    input: z.object({
      name: z.string().min(1).describe("Name of the board."),
      desc: z.string().optional(),
      idOrganization: z.string().optional().describe("Id or name of the workspace."),
      defaultLists: z.boolean().optional().describe("Default true."),
    }),
    output: named,
    request: { method: "POST", path: "/boards" },
  }),
  defineTool({
    operation: "lists_list",
    name: "List lists of a board",
    description: "Returns the lists (columns) of a board with their ids.",
    input: z.object({ boardId }),
    output: z.array(named),
    resultsPath: "",
    context,
    request: { method: "GET", path: "/boards/{boardId}/lists" },
  }),
  defineTool({
    operation: "lists_create",
    name: "Create a list",
    description: "Adds a list (column) to a board.",
    input: z.object({
      idBoard: boardId,
      name: z.string().min(1).describe("Name of the list."),
      pos: z
        .union([z.enum(["top", "bottom"]), z.number().positive()])
        .optional()
        .describe("Place on the board."),
    }),
    output: named,
    request: { method: "POST", path: "/lists" },
  }),
  defineTool({
    operation: "labels_list",
    name: "List labels of a board",
    description: "Returns the labels of a board with their ids and colors.",
    input: z.object({ boardId }),
    output: z.array(named),
    resultsPath: "",
    context,
    request: { method: "GET", path: "/boards/{boardId}/labels" },
  }),
  defineTool({
    operation: "members_list",
    name: "List members of a board",
    description: "Returns the people of a board with their ids and names.",
    input: z.object({ boardId }),
    output: z.array(z.looseObject({ id: z.string(), username: z.string(), fullName: z.string().optional() })),
    resultsPath: "",
    context,
    request: { method: "GET", path: "/boards/{boardId}/members" },
  }),
  defineTool({
    operation: "cards_search",
    name: "Search cards",
    description: "Finds cards in all boards of the user by words and Trello's search operators.",
    input: z.object({
      query: z.string().min(1).describe("Such as `invoice is:open due:week @me`."),
      idBoards: z.string().optional().describe("Ids of boards with commas; `mine` for the user's own."),
      cards_limit: z.int().min(1).max(1000).optional().describe("Default 10."),
      partial: z.boolean().optional().describe("Also find words that begin like this."),
    }),
    output: z.looseObject({ cards: z.array(card) }),
    resultsPath: "/cards",
    results: { top: { parameter: "cards_limit", max: 1000 } },
    request: {
      method: "GET",
      path: "/search",
      query: {
        query: fromInput("query"),
        idBoards: fromInput("idBoards"),
        cards_limit: fromInput("cards_limit"),
        partial: fromInput("partial"),
        modelTypes: "cards",
      },
    },
  }),
  defineTool({
    operation: "members_me_get",
    name: "Get the connected user",
    description: "Returns the user that the connection acts for.",
    input: z.object({}),
    output: z.looseObject({ id: z.string(), username: z.string(), fullName: z.string().optional() }),
    request: { method: "GET", path: "/members/me", query: { fields: "username,fullName,email,url" } },
  }),
];
