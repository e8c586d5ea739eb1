import { defineTool, z } from "@bowline/catalog/application";

const list = z.looseObject({ id: z.string(), name: z.string(), contact_count: z.int().optional() });
const contact = z.looseObject({ id: z.string().optional(), email: z.string() });
const job = z.looseObject({ job_id: z.string() });
const singleSend = z.looseObject({ id: z.string(), name: z.string(), status: z.string().optional() });

export const marketingTools = [
  defineTool({
    operation: "lists_list",
    name: "List contact lists",
    description: "Returns the lists of marketing contacts with their ids and sizes.",
    input: z.object({ page_size: z.int().min(1).max(1000).optional().describe("Default 100.") }),
    output: z.looseObject({ result: z.array(list) }),
    resultsPath: "/result",
    request: { method: "GET", path: "/marketing/lists" },
  }),
  defineTool({
    operation: "lists_create",
    name: "Create a contact list",
    description: "Creates an empty list of marketing contacts. Fill it with contacts_upsert.",
    input: z.object({ name: z.string().min(1).max(100).describe("Name of the list.") }),
    output: list,
    request: { method: "POST", path: "/marketing/lists" },
  }),
  defineTool({
    operation: "contacts_upsert",
    name: "Add or change contacts",
    description:
      "Adds marketing contacts or changes those with the same address, and puts them on lists. Takes effect a little later.",
    input: z.object({
      list_ids: z.array(z.string()).optional().describe("Ids of lists, from lists_list."),
      contacts: z
        .array(
          z.looseObject({
            email: z.string(),
            first_name: z.string().optional(),
            last_name: z.string().optional(),
            custom_fields: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .min(1)
        .max(30_000)
        .describe("The contacts."),
    }),
    output: job,
    hints: { destructive: true, idempotent: true },
    request: { method: "PUT", path: "/marketing/contacts" },
  }),
  defineTool({
    operation: "contacts_search",
    name: "Search contacts",
    description: "Finds marketing contacts, at most 50, with SendGrid's query language.",
    input: z.object({
      query: z.string().min(1).describe("Such as `email LIKE '%@example.com' AND CONTAINS(list_ids, 'ID')`."),
    }),
    output: z.looseObject({ result: z.array(contact), contact_count: z.int().optional() }),
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/result",
    request: { method: "POST", path: "/marketing/contacts/search" },
  }),
  defineTool({
    operation: "contacts_delete",
    name: "Delete contacts",
    description: "Deletes marketing contacts by their ids. Takes effect a little later.",
    input: z.object({ ids: z.string().min(1).describe("Ids with commas, from contacts_search.") }),
    output: job,
    request: { method: "DELETE", path: "/marketing/contacts" },
  }),
  defineTool({
    operation: "single_sends_list",
    name: "List campaigns",
    description: "Returns the single sends (campaigns) with their state.",
    input: z.object({ page_size: z.int().min(1).max(100).optional() }),
    output: z.looseObject({ result: z.array(singleSend) }),
    resultsPath: "/result",
    request: { method: "GET", path: "/marketing/singlesends" },
  }),
  defineTool({
    operation: "single_sends_schedule",
    name: "Send or plan a campaign",
    description: "Sends a single send (campaign) that is ready, now or at a time.",
    input: z.object({
      singleSendId: z.string().min(1).describe("Id from single_sends_list."),
      send_at: z.string().describe("`now`, or a time such as `2030-01-10T09:00:00Z`."),
    }),
    output: z.looseObject({ send_at: z.string().optional(), status: z.string().optional() }),
    request: { method: "PUT", path: "/marketing/singlesends/{singleSendId}/schedule" },
  }),
];
