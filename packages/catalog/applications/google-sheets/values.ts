import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  range,
  read,
  rows,
  spreadsheetId,
  updated,
  valueInputOption,
  valueRange,
  valueRenderOption,
  write,
} from "./shapes.ts";

const majorDimension = z
  .enum(["ROWS", "COLUMNS"])
  .optional()
  .describe("Whether each inner list is a row or a column. Default `ROWS`.");

export const valueTools = [
  defineTool({
    operation: "values_get",
    name: "Read cells",
    description:
      "Returns the values of a range as rows. Empty rows and cells at the end are left out. For rows as records use rows_list.",
    input: z.object({ spreadsheetId, range, valueRenderOption, majorDimension }),
    output: valueRange,
    scopes: read,
    resultsPath: "/values",
    request: { method: "GET", path: "/spreadsheets/{spreadsheetId}/values/{range}" },
  }),
  defineTool({
    operation: "values_batch_get",
    name: "Read several ranges",
    description: "Returns the values of several ranges of one spreadsheet at once.",
    input: z.object({
      spreadsheetId,
      ranges: z.array(range).min(1).describe("The ranges."),
      valueRenderOption,
    }),
    output: z.looseObject({ valueRanges: z.array(valueRange) }),
    scopes: read,
    resultsPath: "/valueRanges",
    request: { method: "GET", path: "/spreadsheets/{spreadsheetId}/values:batchGet" },
  }),
  defineTool({
    operation: "values_update",
    name: "Write cells",
    description:
      "Writes rows over the cells that begin at the range's first cell. To add rows below a table use values_append.",
    input: z.object({ spreadsheetId, range, values: rows, valueInputOption, majorDimension }),
    output: updated,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: {
      method: "PUT",
      path: "/spreadsheets/{spreadsheetId}/values/{range}",
      query: ["valueInputOption"],
      body: ["values", "majorDimension"],
    },
  }),
  defineTool({
    operation: "values_batch_update",
    name: "Write several ranges",
    description: "Writes values over several ranges of one spreadsheet at once.",
    input: z.object({
      spreadsheetId,
      valueInputOption,
      data: z
        .array(z.object({ range, values: rows }))
        .min(1)
        .describe("What goes where."),
    }),
    output: z.looseObject({ spreadsheetId: z.string(), totalUpdatedCells: z.int().optional() }),
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/spreadsheets/{spreadsheetId}/values:batchUpdate" },
  }),
  defineTool({
    operation: "values_append",
    name: "Add rows below a table",
    description:
      "Finds the table in the range and writes rows below its last one. The rows' cells are in the order of the table's columns.",
    input: z.object({
      spreadsheetId,
      range: range.describe("Where the table is, such as `Sheet1!A:D` or `Sheet1`."),
      values: rows,
      valueInputOption,
      insertDataOption: z
        .enum(["INSERT_ROWS", "OVERWRITE"])
        .optional()
        .describe("`INSERT_ROWS` moves what is below the table down. Default `OVERWRITE`."),
    }),
    output: z.looseObject({ spreadsheetId: z.string(), updates: updated.optional() }),
    scopes: write,
    request: {
      method: "POST",
      path: "/spreadsheets/{spreadsheetId}/values/{range}:append",
      query: ["valueInputOption", "insertDataOption"],
      body: { values: fromInput("values") },
    },
  }),
  defineTool({
    operation: "values_clear",
    name: "Empty cells",
    description: "Removes the values of a range. Formats stay.",
    input: z.object({ spreadsheetId, range }),
    output: z.looseObject({ clearedRange: z.string().optional() }),
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/spreadsheets/{spreadsheetId}/values/{range}:clear", body: [] },
  }),
];
