import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { after, associations, filterGroups, page, paging, record } from "./shapes.ts";

const contacts = ["crm.objects.contacts.write"];
const timestamp = z.string().describe("When: `2030-01-10T09:00:00Z`.");
const ownerId = z.string().optional().describe("Id of the owner, from owners_list.");

export const activityTools = [
  defineTool({
    operation: "notes_create",
    name: "Log a note",
    description: "Writes a note on the timeline of contacts, companies or deals.",
    input: z.object({
      body: z.string().min(1).max(65_536).describe("The note; may contain HTML."),
      timestamp,
      ownerId,
      associations: associations.describe(
        "What the note is on. Type ids of HubSpot: contact 202, company 190, deal 214, ticket 228.",
      ),
    }),
    output: record,
    scopes: contacts,
    request: {
      method: "POST",
      path: "/crm/v3/objects/notes",
      body: {
        properties: {
          hs_note_body: fromInput("body"),
          hs_timestamp: fromInput("timestamp"),
          hubspot_owner_id: fromInput("ownerId"),
        },
        associations: fromInput("associations"),
      },
    },
  }),
  defineTool({
    operation: "tasks_create",
    name: "Create a task",
    description: "Creates a task, such as a call to make, for an owner.",
    input: z.object({
      subject: z.string().min(1).describe("The title."),
      body: z.string().optional().describe("More text."),
      timestamp: timestamp.describe("When it is due: `2030-01-10T09:00:00Z`."),
      status: z
        .enum(["NOT_STARTED", "IN_PROGRESS", "WAITING", "DEFERRED", "COMPLETED"])
        .default("NOT_STARTED"),
      priority: z.enum(["LOW", "MEDIUM", "HIGH"]).optional(),
      type: z.enum(["TODO", "CALL", "EMAIL"]).optional(),
      ownerId,
      associations: associations.describe(
        "What the task is about. Type ids of HubSpot: contact 204, company 192, deal 216, ticket 230.",
      ),
    }),
    output: record,
    scopes: contacts,
    request: {
      method: "POST",
      path: "/crm/v3/objects/tasks",
      body: {
        properties: {
          hs_task_subject: fromInput("subject"),
          hs_task_body: fromInput("body"),
          hs_timestamp: fromInput("timestamp"),
          hs_task_status: fromInput("status"),
          hs_task_priority: fromInput("priority"),
          hs_task_type: fromInput("type"),
          hubspot_owner_id: fromInput("ownerId"),
        },
        associations: fromInput("associations"),
      },
    },
  }),
  defineTool({
    operation: "tickets_search",
    name: "Search tickets",
    description: "Finds support tickets by words or by their properties.",
    input: z.object({
      query: z.string().optional().describe("Words to find."),
      filterGroups: filterGroups.optional(),
      properties: z
        .array(z.string())
        .default(["subject", "content", "hs_pipeline", "hs_pipeline_stage", "hs_ticket_priority"])
        .describe("Which properties to return."),
      limit: z.int().min(1).max(200).optional().describe("Results on a page. Default 10."),
      after,
    }),
    output: page,
    hints: { readOnly: true, idempotent: true },
    scopes: ["tickets"],
    resultsPath: "/results",
    paging,
    request: { method: "POST", path: "/crm/v3/objects/tickets/search" },
  }),
  defineTool({
    operation: "tickets_create",
    name: "Create a ticket",
    description: "Opens a support ticket in a pipeline.",
    input: z.object({
      properties: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .describe(
          'By name, such as `{"subject": "Cannot sign in", "hs_pipeline": "0", "hs_pipeline_stage": "1"}`.',
        ),
      associations: associations.describe("Whom it is for. Type ids of HubSpot: contact 16, company 26."),
    }),
    output: record,
    scopes: ["tickets"],
    request: { method: "POST", path: "/crm/v3/objects/tickets" },
  }),
  defineTool({
    operation: "associations_create",
    name: "Associate two records",
    description: "Connects two records, such as a contact with a company, in HubSpot's usual way.",
    input: z.object({
      fromType: z.string().min(1).describe("Kind of the one: `contacts`, `companies`, `deals`, `tickets`."),
      fromId: z.string().min(1).describe("Id of the one."),
      toType: z.string().min(1).describe("Kind of the other."),
      toId: z.string().min(1).describe("Id of the other."),
    }),
    output: z.looseObject({}),
    hints: { idempotent: true, destructive: false },
    scopes: contacts,
    request: {
      method: "PUT",
      path: "/crm/v4/objects/{fromType}/{fromId}/associations/default/{toType}/{toId}",
    },
  }),
];
