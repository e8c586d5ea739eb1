import { defineTool, fromInput, z } from "@bowline/catalog/application";

export const baseId = z
  .string()
  .min(1)
  .describe("Id of the base, such as `appEr9mK0yQw6Zq3X`, from bases_list.");
export const tableId = z
  .string()
  .min(1)
  .describe("Id of the table, such as `tblT5nZxW2b8fQk1R`, or its name, from tables_list.");
export const recordId = z.string().min(1).describe("Id of the record, such as `recZ6qSLw0OCA61ul`.");
export const context = { type: "base", inputs: ["baseId"] };

const fields = z
  .record(z.string(), z.unknown())
  .describe('Values by the name of the field, such as `{"Name": "Ada", "Age": 36}`.');
const typecast = z.boolean().optional().describe("Convert texts to the field's type. Default false.");
const record = z.looseObject({
  id: z.string(),
  createdTime: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
});
const records = z.looseObject({ records: z.array(record), offset: z.string().optional() });
const read = ["data.records:read"];
const write = ["data.records:write"];

export const recordTools = [
  defineTool({
    operation: "records_list",
    name: "Find records",
    description: "Returns records of a table, all or those for which a formula is true, in the order wanted.",
    input: z.object({
      baseId,
      tableId,
      filterByFormula: z
        .string()
        .optional()
        .describe("Airtable formula, such as `AND({Status} = 'Open', {Age} > 30)`."),
      fields: z.array(z.string()).optional().describe("Which fields to return. Default: all."),
      sort: z
        .array(z.object({ field: z.string(), direction: z.enum(["asc", "desc"]).optional() }))
        .optional()
        .describe('Order, such as `[{"field": "Name"}]`.'),
      view: z.string().optional().describe("Only the records of this view, in its order."),
      maxRecords: z.int().min(1).optional().describe("The largest number in all."),
      pageSize: z.int().min(1).max(100).optional().describe("Records on a page. Default 100."),
      offset: z.string().optional().describe("`offset` of the page before."),
    }),
    output: records,
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/records",
    paging: {
      kind: "cursor",
      parameter: "offset",
      cursorPath: "/offset",
      sizeParameter: "pageSize",
      maxSize: 100,
    },
    context,
    request: { method: "POST", path: "/{baseId}/{tableId}/listRecords" },
  }),
  defineTool({
    operation: "records_get",
    name: "Get a record",
    description: "Returns one record with all fields that are not empty.",
    input: z.object({ baseId, tableId, recordId }),
    output: record,
    scopes: read,
    context,
    request: { method: "GET", path: "/{baseId}/{tableId}/{recordId}" },
  }),
  defineTool({
    operation: "records_create",
    name: "Create records",
    description: "Creates up to ten records in a table and returns their ids.",
    input: z.object({
      baseId,
      tableId,
      records: z.array(z.object({ fields })).min(1).max(10).describe("The records."),
      typecast,
    }),
    output: records,
    scopes: write,
    context,
    request: { method: "POST", path: "/{baseId}/{tableId}" },
  }),
  defineTool({
    operation: "records_update",
    name: "Change records",
    description: "Changes only the fields given of up to ten records.",
    input: z.object({
      baseId,
      tableId,
      records: z
        .array(z.object({ id: recordId, fields }))
        .min(1)
        .max(10)
        .describe("The records."),
      typecast,
    }),
    output: records,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    context,
    request: { method: "PATCH", path: "/{baseId}/{tableId}" },
  }),
  defineTool({
    operation: "records_upsert",
    name: "Create or change records",
    description:
      "Changes the records whose values in certain fields are the same, and creates the others; up to ten.",
    input: z.object({
      baseId,
      tableId,
      fieldsToMergeOn: z
        .array(z.string())
        .min(1)
        .max(3)
        .describe("Names of the fields that identify a record."),
      records: z.array(z.object({ fields })).min(1).max(10).describe("The records."),
      typecast,
    }),
    output: records,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    context,
    request: {
      method: "PATCH",
      path: "/{baseId}/{tableId}",
      body: {
        performUpsert: { fieldsToMergeOn: fromInput("fieldsToMergeOn") },
        records: fromInput("records"),
        typecast: fromInput("typecast"),
      },
    },
  }),
  defineTool({
    operation: "records_delete",
    name: "Delete records",
    description: "Deletes up to ten records of a table.",
    input: z.object({ baseId, tableId, recordIds: z.array(recordId).min(1).max(10) }),
    output: z.looseObject({ records: z.array(z.looseObject({ id: z.string(), deleted: z.boolean() })) }),
    scopes: write,
    context,
    request: {
      method: "DELETE",
      path: "/{baseId}/{tableId}",
      query: { "records[]": fromInput("recordIds") },
    },
  }),
  defineTool({
    operation: "comments_list",
    name: "List comments of a record",
    description: "Returns the comments on one record, newest first.",
    input: z.object({
      baseId,
      tableId,
      recordId,
      pageSize: z.int().min(1).max(100).optional(),
      offset: z.string().optional().describe("`offset` of the page before."),
    }),
    output: z.looseObject({ comments: z.array(z.looseObject({ id: z.string(), text: z.string() })) }),
    scopes: ["data.recordComments:read"],
    resultsPath: "/comments",
    paging: {
      kind: "cursor",
      parameter: "offset",
      cursorPath: "/offset",
      sizeParameter: "pageSize",
      maxSize: 100,
    },
    context,
    request: { method: "GET", path: "/{baseId}/{tableId}/{recordId}/comments" },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on a record",
    description: "Writes a comment on one record. Mention a person with `@[usrXXXXXXXXXXXXXX]`.",
    input: z.object({ baseId, tableId, recordId, text: z.string().min(1).describe("The comment.") }),
    output: z.looseObject({ id: z.string(), text: z.string() }),
    scopes: ["data.recordComments:write"],
    context,
    request: { method: "POST", path: "/{baseId}/{tableId}/{recordId}/comments" },
  }),
];
