import type { ToolExamples } from "@bowline/catalog/application";

const spreadsheetId = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms";
const path = `/spreadsheets/${spreadsheetId}`;
const values = [
  ["Name", "Age"],
  ["Ada", 36],
];
const range = "People!A1:B2";
const rangePath = `${path}/values/People%21A1%3AB2`;
const updated = { spreadsheetId, updatedRange: range, updatedRows: 2, updatedColumns: 2, updatedCells: 4 };
const done = { spreadsheetId, replies: [{}] };
const spreadsheet = {
  spreadsheetId,
  spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`,
  properties: { title: "People", locale: "en_GB", timeZone: "Europe/Paris" },
  sheets: [{ properties: { sheetId: 0, title: "People", index: 0, sheetType: "GRID" } }],
};
const batch = (request: object) => ({
  method: "POST",
  path: `${path}:batchUpdate`,
  body: { requests: [request] },
});
const asRecords = { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "FORMATTED_STRING" };

export const examples: ToolExamples = {
  values_get: {
    input: { spreadsheetId, range, valueRenderOption: "UNFORMATTED_VALUE" },
    request: { method: "GET", path: rangePath, query: { valueRenderOption: "UNFORMATTED_VALUE" } },
    response: { range, majorDimension: "ROWS", values },
  },
  values_batch_get: {
    input: { spreadsheetId, ranges: ["People!A:A", "People!B:B"] },
    request: {
      method: "GET",
      path: `${path}/values:batchGet`,
      query: { ranges: ["People!A:A", "People!B:B"] },
    },
    response: {
      spreadsheetId,
      valueRanges: [{ range: "People!A1:A2", majorDimension: "ROWS", values: [["Name"], ["Ada"]] }],
    },
  },
  values_update: {
    input: { spreadsheetId, range, values, valueInputOption: "USER_ENTERED" },
    request: {
      method: "PUT",
      path: rangePath,
      query: { valueInputOption: "USER_ENTERED" },
      body: { values },
    },
    response: updated,
  },
  values_batch_update: {
    input: { spreadsheetId, valueInputOption: "RAW", data: [{ range, values }] },
    request: {
      method: "POST",
      path: `${path}/values:batchUpdate`,
      body: { valueInputOption: "RAW", data: [{ range, values }] },
    },
    response: { spreadsheetId, totalUpdatedCells: 4, responses: [updated] },
  },
  values_append: {
    input: {
      spreadsheetId,
      range: "People",
      values: [["Grace", 45]],
      valueInputOption: "USER_ENTERED",
      insertDataOption: "INSERT_ROWS",
    },
    request: {
      method: "POST",
      path: `${path}/values/People:append`,
      query: { valueInputOption: "USER_ENTERED", insertDataOption: "INSERT_ROWS" },
      body: { values: [["Grace", 45]] },
    },
    response: { spreadsheetId, tableRange: range, updates: { ...updated, updatedRange: "People!A3:B3" } },
  },
  values_clear: {
    input: { spreadsheetId, range },
    request: { method: "POST", path: `${rangePath}:clear`, body: {} },
    response: { spreadsheetId, clearedRange: range },
  },
  rows_list: {
    input: { spreadsheetId, sheet: "Ada's" },
    request: { method: "GET", path: `${path}/values/'Ada''s'`, query: asRecords },
    response: { range: "'Ada''s'!A1:B2", majorDimension: "ROWS", values },
  },
  rows_append: {
    input: { spreadsheetId, sheet: "People", rows: [{ Name: "Grace", Age: 45 }] },
    exchanges: [
      {
        request: { method: "GET", path: `${path}/values/'People'!1%3A1`, query: asRecords },
        response: { range: "People!A1:B1", majorDimension: "ROWS", values: [["Name", "Age"]] },
      },
      {
        request: {
          method: "POST",
          path: `${path}/values/'People':append`,
          query: { valueInputOption: "USER_ENTERED", insertDataOption: "INSERT_ROWS" },
          body: { values: [["Grace", 45]] },
        },
        response: { spreadsheetId, updates: updated },
      },
    ],
  },
  spreadsheets_get: {
    input: { spreadsheetId },
    request: {
      method: "GET",
      path,
      query: { fields: "spreadsheetId,spreadsheetUrl,properties,sheets.properties,namedRanges" },
    },
    response: spreadsheet,
  },
  spreadsheets_create: {
    input: { title: "People", sheets: [{ properties: { title: "People" } }] },
    request: {
      method: "POST",
      path: "/spreadsheets",
      body: { properties: { title: "People" }, sheets: [{ properties: { title: "People" } }] },
    },
    response: spreadsheet,
  },
  tabs_add: {
    input: { spreadsheetId, title: "Cities" },
    request: batch({ addSheet: { properties: { title: "Cities" } } }),
    response: {
      spreadsheetId,
      replies: [{ addSheet: { properties: { sheetId: 7, title: "Cities", index: 1 } } }],
    },
  },
  tabs_rename: {
    input: { spreadsheetId, sheetId: 7, title: "Towns" },
    request: batch({
      updateSheetProperties: { properties: { sheetId: 7, title: "Towns" }, fields: "title" },
    }),
    response: done,
  },
  tabs_delete: {
    input: { spreadsheetId, sheetId: 7 },
    request: batch({ deleteSheet: { sheetId: 7 } }),
    response: done,
  },
  rows_delete: {
    input: { spreadsheetId, sheetId: 0, startIndex: 1, endIndex: 2 },
    request: batch({
      deleteDimension: { range: { sheetId: 0, dimension: "ROWS", startIndex: 1, endIndex: 2 } },
    }),
    response: done,
  },
  find_replace: {
    input: { spreadsheetId, find: "Ada", replacement: "Ada L.", allSheets: true },
    request: batch({ findReplace: { find: "Ada", replacement: "Ada L.", allSheets: true } }),
    response: { spreadsheetId, replies: [{ findReplace: { valuesChanged: 1, occurrencesChanged: 1 } }] },
  },
  batch_update: {
    input: {
      spreadsheetId,
      requests: [{ autoResizeDimensions: { dimensions: { sheetId: 0, dimension: "COLUMNS" } } }],
    },
    request: batch({ autoResizeDimensions: { dimensions: { sheetId: 0, dimension: "COLUMNS" } } }),
    response: done,
  },
};
