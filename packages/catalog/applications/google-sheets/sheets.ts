import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { batchResult, read, sheetId, spreadsheet, spreadsheetId, write } from "./shapes.ts";

const batchUpdate = { method: "POST", path: "/spreadsheets/{spreadsheetId}:batchUpdate" } as const;

export const sheetTools = [
  defineTool({
    operation: "spreadsheets_get",
    name: "Get a spreadsheet's sheets",
    description:
      "Returns title, link, sheets (tabs) with their ids and sizes, and named ranges. It returns no cells: use values_get.",
    input: z.object({ spreadsheetId }),
    output: spreadsheet,
    scopes: read,
    request: {
      method: "GET",
      path: "/spreadsheets/{spreadsheetId}",
      query: { fields: "spreadsheetId,spreadsheetUrl,properties,sheets.properties,namedRanges" },
    },
  }),
  defineTool({
    operation: "spreadsheets_create",
    name: "Create a spreadsheet",
    description: "Creates a spreadsheet in the user's Drive and returns its id and link.",
    input: z.object({
      title: z.string().min(1).describe("Name of the spreadsheet."),
      sheets: z
        .array(z.object({ properties: z.object({ title: z.string().min(1) }) }))
        .optional()
        .describe("Its sheets (tabs). Default: one."),
    }),
    output: spreadsheet,
    scopes: write,
    request: {
      method: "POST",
      path: "/spreadsheets",
      body: { properties: { title: fromInput("title") }, sheets: fromInput("sheets") },
    },
  }),
  defineTool({
    operation: "tabs_add",
    name: "Add a sheet",
    description: "Adds a sheet (tab) to a spreadsheet. The reply holds its sheetId.",
    input: z.object({
      spreadsheetId,
      title: z.string().min(1).describe("Name of the sheet; unique in the spreadsheet."),
      index: z.int().min(0).optional().describe("Place among the sheets. Default: the last."),
    }),
    output: batchResult,
    scopes: write,
    request: {
      ...batchUpdate,
      body: {
        requests: [{ addSheet: { properties: { title: fromInput("title"), index: fromInput("index") } } }],
      },
    },
  }),
  defineTool({
    operation: "tabs_rename",
    name: "Rename a sheet",
    description: "Gives a sheet (tab) another name.",
    input: z.object({ spreadsheetId, sheetId, title: z.string().min(1).describe("The new name.") }),
    output: batchResult,
    hints: { idempotent: true },
    scopes: write,
    request: {
      ...batchUpdate,
      body: {
        requests: [
          {
            updateSheetProperties: {
              properties: { sheetId: fromInput("sheetId"), title: fromInput("title") },
              fields: "title",
            },
          },
        ],
      },
    },
  }),
  defineTool({
    operation: "tabs_delete",
    name: "Delete a sheet",
    description: "Deletes a sheet (tab) with everything in it.",
    input: z.object({ spreadsheetId, sheetId }),
    output: batchResult,
    hints: { destructive: true },
    scopes: write,
    request: { ...batchUpdate, body: { requests: [{ deleteSheet: { sheetId: fromInput("sheetId") } }] } },
  }),
  defineTool({
    operation: "rows_delete",
    name: "Delete rows",
    description: "Deletes whole rows of a sheet; those below move up.",
    input: z.object({
      spreadsheetId,
      sheetId,
      startIndex: z.int().min(0).describe("The first row, counted from 0: row 5 of the sheet is 4."),
      endIndex: z.int().min(1).describe("The row after the last one, counted from 0."),
    }),
    output: batchResult,
    hints: { destructive: true },
    scopes: write,
    request: {
      ...batchUpdate,
      body: {
        requests: [
          {
            deleteDimension: {
              range: {
                sheetId: fromInput("sheetId"),
                dimension: "ROWS",
                startIndex: fromInput("startIndex"),
                endIndex: fromInput("endIndex"),
              },
            },
          },
        ],
      },
    },
  }),
  defineTool({
    operation: "find_replace",
    name: "Find and replace",
    description: "Replaces a text in all sheets, or in one, and returns how many cells changed.",
    input: z.object({
      spreadsheetId,
      find: z.string().min(1).describe("The text to find, or a regular expression with searchByRegex."),
      replacement: z.string().describe("The text in its place."),
      sheetId: sheetId.optional().describe("Only this sheet. Give sheetId or allSheets."),
      allSheets: z.boolean().optional().describe("All sheets."),
      matchCase: z.boolean().optional(),
      matchEntireCell: z.boolean().optional().describe("Only cells that hold nothing else."),
      searchByRegex: z.boolean().optional(),
    }),
    output: batchResult,
    hints: { destructive: true },
    scopes: write,
    request: {
      ...batchUpdate,
      body: {
        requests: [
          {
            findReplace: {
              find: fromInput("find"),
              replacement: fromInput("replacement"),
              sheetId: fromInput("sheetId"),
              allSheets: fromInput("allSheets"),
              matchCase: fromInput("matchCase"),
              matchEntireCell: fromInput("matchEntireCell"),
              searchByRegex: fromInput("searchByRegex"),
            },
          },
        ],
      },
    },
  }),
  defineTool({
    operation: "batch_update",
    name: "Change format and structure",
    description:
      "Runs several requests of the Sheets API in order, all or none: formats, charts, sorting, protected ranges and everything that has no tool of its own.",
    input: z.object({
      spreadsheetId,
      requests: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .describe(
          'Requests as the API\'s `Request` object, such as `{"autoResizeDimensions": {"dimensions": {"sheetId": 0, "dimension": "COLUMNS"}}}`.',
        ),
    }),
    output: batchResult,
    hints: { destructive: true },
    scopes: write,
    request: { ...batchUpdate, body: ["requests"] },
  }),
];
