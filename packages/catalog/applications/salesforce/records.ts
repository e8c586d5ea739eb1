import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { api, fields, nothing, object, record, recordId, saved } from "./shapes.ts";

const context = { type: "object", inputs: ["object"] };

export const recordTools = [
  defineTool({
    operation: "query",
    name: "Query records",
    description:
      "Runs a SOQL query and returns the records. Use objects_describe for the names of fields, and search_records to find words anywhere.",
    input: z.object({
      q: z
        .string()
        .min(1)
        .describe(
          "Such as `SELECT Id, Name FROM Account WHERE Industry = 'Technology' ORDER BY Name LIMIT 20`.",
        ),
    }),
    output: z.looseObject({
      totalSize: z.int(),
      done: z.boolean(),
      records: z.array(record),
      nextRecordsUrl: z.string().optional(),
    }),
    scopes: api,
    resultsPath: "/records",
    paging: { kind: "bodyLink", linkPath: "/nextRecordsUrl" },
    request: { method: "GET", path: "/query" },
  }),
  defineTool({
    operation: "search_records",
    name: "Search records by words",
    description: "Finds words in records of one or several objects.",
    input: z.object({
      q: z.string().min(2).describe("The words."),
      sobject: z
        .string()
        .optional()
        .describe("Only this object, such as `Contact`. Default: all that can be searched."),
      fields: z.array(z.string()).default(["Id", "Name"]).describe("Which fields to return."),
      overallLimit: z.int().min(1).max(2000).optional().describe("The largest number of records."),
    }),
    output: z.looseObject({ searchRecords: z.array(record) }),
    scopes: api,
    resultsPath: "/searchRecords",
    request: {
      method: "GET",
      path: "/parameterizedSearch",
      query: {
        q: fromInput("q"),
        sobject: fromInput("sobject"),
        fields: fromInput("fields", { as: "comma" }),
        overallLimit: fromInput("overallLimit"),
      },
    },
  }),
  defineTool({
    operation: "records_get",
    name: "Get a record",
    description: "Returns one record, with all fields or those named.",
    input: z.object({
      object,
      recordId,
      fields: z.array(z.string()).optional().describe("Which fields to return. Default: all."),
    }),
    output: record,
    scopes: api,
    context,
    request: {
      method: "GET",
      path: "/sobjects/{object}/{recordId}",
      query: { fields: fromInput("fields", { as: "comma" }) },
    },
  }),
  defineTool({
    operation: "records_create",
    name: "Create a record",
    description: "Creates a record of any object and returns its id.",
    input: z.object({ object, fields }),
    output: saved,
    scopes: api,
    context,
    request: { method: "POST", path: "/sobjects/{object}", body: fromInput("fields") },
  }),
  defineTool({
    operation: "records_update",
    name: "Change a record",
    description: "Changes only the fields given of one record.",
    input: z.object({ object, recordId, fields }),
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: api,
    context,
    request: { method: "PATCH", path: "/sobjects/{object}/{recordId}", body: fromInput("fields") },
  }),
  defineTool({
    operation: "records_upsert",
    name: "Create or change a record by an external id",
    description: "Changes the record whose external-id field has a value, or creates it.",
    input: z.object({
      object,
      externalIdField: z
        .string()
        .min(1)
        .describe("API name of the external-id field, such as `Customer_Number__c`."),
      externalId: z.string().min(1).describe("Its value."),
      fields,
    }),
    output: saved.partial(),
    hints: { destructive: true, idempotent: true },
    scopes: api,
    context,
    request: {
      method: "PATCH",
      path: "/sobjects/{object}/{externalIdField}/{externalId}",
      body: fromInput("fields"),
    },
  }),
  defineTool({
    operation: "records_delete",
    name: "Delete a record",
    description: "Moves one record to the recycle bin.",
    input: z.object({ object, recordId }),
    output: nothing,
    scopes: api,
    context,
    request: { method: "DELETE", path: "/sobjects/{object}/{recordId}" },
  }),
  defineTool({
    operation: "records_create_many",
    name: "Create many records",
    description: "Creates up to 200 records at once and returns the result of each.",
    input: z.object({
      records: z
        .array(z.looseObject({ attributes: z.object({ type: object }) }))
        .min(1)
        .max(200)
        .describe('Such as `[{"attributes": {"type": "Account"}, "Name": "Example"}]`.'),
      allOrNone: z.boolean().optional().describe("Create none when one fails. Default false."),
    }),
    output: z.array(z.looseObject({ success: z.boolean(), id: z.string().optional() })),
    scopes: api,
    resultsPath: "",
    request: { method: "POST", path: "/composite/sobjects" },
  }),
];
