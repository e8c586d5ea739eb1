import { defineTool, type ToolEgress, ToolError, z } from "@bowline/catalog/application";
import { read, spreadsheetId, updated, valueRange, write } from "./shapes.ts";

const sheet = z
  .string()
  .min(1)
  .describe("Name of the sheet (tab), such as `Sheet1`. Its first row names the columns.");
const record = z.record(z.string(), z.unknown());

/** The tools that see a sheet as a table whose first row names the columns. */
export const recordTools = [
  defineTool({
    operation: "rows_list",
    name: "Read rows as records",
    description:
      "Returns the rows of a sheet as records named by the sheet's first row, with the row's number. Filter and sort them by the columns.",
    input: z.object({ spreadsheetId, sheet }),
    output: z.object({
      rows: z.array(
        z.looseObject({ rowNumber: z.int().describe("As the sheet counts: the header is row 1.") }),
      ),
    }),
    hints: { readOnly: true },
    scopes: read,
    resultsPath: "/rows",
    run: async ({ input, egress }) => {
      const [header = [], ...rows] = await readSheet(egress, input.spreadsheetId, quote(input.sheet));
      return { rows: rows.map((row, index) => ({ ...buildRecord(header, row), rowNumber: index + 2 })) };
    },
  }),
  defineTool({
    operation: "rows_append",
    name: "Add rows by column names",
    description:
      "Adds rows to a sheet; each value goes to the column of that name in the sheet's first row. Formulas and dates are read as if typed.",
    input: z.object({
      spreadsheetId,
      sheet,
      rows: z
        .array(record)
        .min(1)
        .describe('Such as `[{"Name": "Ada", "Age": 36}]`. A column left out stays empty.'),
    }),
    output: z.looseObject({ updates: updated.optional() }),
    hints: { readOnly: false },
    scopes: write,
    run: async ({ input, egress }) => {
      const name = quote(input.sheet);
      const [header = []] = await readSheet(egress, input.spreadsheetId, `${name}!1:1`);
      const columns = header.map(String);
      const unknown = input.rows.flatMap(Object.keys).find((column) => !columns.includes(column));
      if (unknown !== undefined) {
        throw new ToolError(`The sheet has no column "${unknown}". Its columns are: ${columns.join(", ")}.`);
      }
      const values = input.rows.map((row) => columns.map((column) => row[column] ?? ""));
      const response = await egress.request({
        url: `/spreadsheets/${encodeURIComponent(input.spreadsheetId)}/values/${encodeURIComponent(name)}:append`,
        query: { valueInputOption: "USER_ENTERED", insertDataOption: "INSERT_ROWS" },
        json: { values },
      });
      return response.json() as { updates?: z.input<typeof updated> };
    },
  }),
];

/** `Bob's` is written `'Bob''s'` in a range. */
const quote = (sheetName: string) => `'${sheetName.replaceAll("'", "''")}'`;

async function readSheet(egress: ToolEgress, id: string, range: string): Promise<unknown[][]> {
  const response = await egress.request({
    url: `/spreadsheets/${encodeURIComponent(id)}/values/${encodeURIComponent(range)}`,
    query: { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "FORMATTED_STRING" },
  });
  return valueRange.parse(response.json()).values ?? [];
}

function buildRecord(header: readonly unknown[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    header.flatMap((column, index) => (column === "" ? [] : [[String(column), row[index] ?? null]])),
  );
}
