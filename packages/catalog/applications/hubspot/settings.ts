import { defineTool, z } from "@bowline/catalog/application";
import { after } from "./shapes.ts";

const objectType = z
  .string()
  .min(1)
  .describe("Kind of record: `contacts`, `companies`, `deals` or `tickets`.");

export const settingTools = [
  defineTool({
    operation: "owners_list",
    name: "List owners",
    description: "Returns the users that records can belong to, with the ids for `hubspot_owner_id`.",
    input: z.object({
      email: z.string().optional().describe("Only the one with this address."),
      limit: z.int().min(1).max(500).optional().describe("Results on a page. Default 100."),
      after,
    }),
    output: z.looseObject({
      results: z.array(z.looseObject({ id: z.string(), email: z.string().nullish() })),
    }),
    scopes: ["crm.objects.owners.read"],
    resultsPath: "/results",
    paging: {
      kind: "cursor",
      parameter: "after",
      cursorPath: "/paging/next/after",
      sizeParameter: "limit",
      maxSize: 500,
    },
    request: { method: "GET", path: "/crm/v3/owners" },
  }),
  defineTool({
    operation: "pipelines_list",
    name: "List pipelines and stages",
    description: "Returns the pipelines of deals or tickets with the ids of their stages.",
    input: z.object({ objectType }),
    output: z.looseObject({
      results: z.array(
        z.looseObject({
          id: z.string(),
          label: z.string(),
          stages: z.array(z.looseObject({ id: z.string(), label: z.string() })),
        }),
      ),
    }),
    scopes: ["crm.objects.deals.read"],
    resultsPath: "/results",
    request: { method: "GET", path: "/crm/v3/pipelines/{objectType}" },
  }),
  defineTool({
    operation: "properties_list",
    name: "List properties of a kind of record",
    description: "Returns the names, types and options of the properties that records of a kind have.",
    input: z.object({ objectType }),
    output: z.looseObject({
      results: z.array(z.looseObject({ name: z.string(), label: z.string(), type: z.string() })),
    }),
    scopes: ["crm.objects.contacts.read"],
    resultsPath: "/results",
    request: { method: "GET", path: "/crm/v3/properties/{objectType}" },
  }),
  defineTool({
    operation: "account_get",
    name: "Get the account",
    description: "Returns the id, time zone and currency of the connected HubSpot account.",
    input: z.object({}),
    output: z.looseObject({ portalId: z.int(), timeZone: z.string().optional() }),
    scopes: ["oauth"],
    request: { method: "GET", path: "/account-info/v3/details" },
  }),
];
