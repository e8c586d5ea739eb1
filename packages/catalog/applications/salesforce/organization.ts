import { defineTool, z } from "@bowline/catalog/application";
import { api, object } from "./shapes.ts";

export const organizationTools = [
  defineTool({
    operation: "objects_list",
    name: "List objects",
    description: "Returns all objects of the organization, custom ones too, with their API names.",
    input: z.object({}),
    output: z.looseObject({
      sobjects: z.array(
        z.looseObject({ name: z.string(), label: z.string(), custom: z.boolean().optional() }),
      ),
    }),
    scopes: api,
    resultsPath: "/sobjects",
    request: { method: "GET", path: "/sobjects" },
  }),
  defineTool({
    operation: "objects_describe",
    name: "Describe an object",
    description:
      "Returns the fields of an object with their types, allowed values and relations. Use it before query or records_create.",
    input: z.object({ object }),
    output: z.looseObject({
      name: z.string(),
      fields: z.array(z.looseObject({ name: z.string(), label: z.string(), type: z.string() })),
    }),
    scopes: api,
    resultsPath: "/fields",
    context: { type: "object", inputs: ["object"] },
    request: { method: "GET", path: "/sobjects/{object}/describe" },
  }),
  defineTool({
    operation: "reports_list",
    name: "List recent reports",
    description: "Returns up to 200 reports that the user viewed lately, with their ids.",
    input: z.object({}),
    output: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    scopes: api,
    resultsPath: "",
    request: { method: "GET", path: "/analytics/reports" },
  }),
  defineTool({
    operation: "reports_run",
    name: "Run a report",
    description: "Runs a report and returns its figures and up to 2,000 rows.",
    input: z.object({
      reportId: z.string().min(15).max(18).describe("Id of the report, from reports_list."),
      includeDetails: z.boolean().optional().describe("Also the rows. Default true."),
    }),
    output: z.looseObject({
      factMap: z.looseObject({}).optional(),
      reportMetadata: z.looseObject({}).optional(),
    }),
    scopes: api,
    request: { method: "GET", path: "/analytics/reports/{reportId}" },
  }),
  defineTool({
    operation: "limits_get",
    name: "Get API limits",
    description: "Returns how many calls and how much storage the organization has left.",
    input: z.object({}),
    output: z.record(
      z.string(),
      z.looseObject({ Max: z.number().optional(), Remaining: z.number().optional() }),
    ),
    scopes: api,
    request: { method: "GET", path: "/limits" },
  }),
];
