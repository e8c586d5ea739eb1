import { z } from "@bowline/catalog/application";

export const spreadsheetId = z
  .string()
  .min(1)
  .describe("Id of the spreadsheet: the part of its link between `/d/` and `/edit`.");
export const range = z
  .string()
  .min(1)
  .describe("Cells in A1 notation, such as `Sheet1!A1:D20`, `'My sheet'!A:C` or `Sheet1` for all of it.");
export const sheetId = z
  .int()
  .min(0)
  .describe("Number of the sheet (tab), such as `0`, from spreadsheets_get.");

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const rows = z
  .array(z.array(cell))
  .describe(
    'Rows of cells, such as `[["Name", "Age"], ["Ada", 36]]`. null leaves a cell as it is, `""` empties it.',
  );
export const valueInputOption = z
  .enum(["USER_ENTERED", "RAW"])
  .describe("`USER_ENTERED`: as if typed, so that formulas and dates work; `RAW`: as text.");
export const valueRenderOption = z
  .enum(["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"])
  .optional()
  .describe(
    "Default `FORMATTED_VALUE`: as shown. `UNFORMATTED_VALUE`: numbers as numbers. `FORMULA`: formulas.",
  );

export const valueRange = z.looseObject({
  range: z.string(),
  values: z.array(z.array(z.unknown())).optional(),
});
export const updated = z.looseObject({
  spreadsheetId: z.string(),
  updatedRange: z.string().optional(),
  updatedRows: z.int().optional(),
  updatedCells: z.int().optional(),
});
export const spreadsheet = z.looseObject({
  spreadsheetId: z.string(),
  spreadsheetUrl: z.string().optional(),
  properties: z.looseObject({ title: z.string() }).optional(),
  sheets: z
    .array(
      z.looseObject({
        properties: z
          .looseObject({ sheetId: z.int(), title: z.string(), index: z.int().optional() })
          .optional(),
      }),
    )
    .optional(),
});
export const batchResult = z.looseObject({
  spreadsheetId: z.string(),
  replies: z.array(z.looseObject({})).optional(),
});

export const read = ["https://www.googleapis.com/auth/spreadsheets.readonly"];
export const write = ["https://www.googleapis.com/auth/spreadsheets"];
