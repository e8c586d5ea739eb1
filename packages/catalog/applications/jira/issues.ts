import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { accountId, comma, issue, issueKey, nothing, read, write } from "./shapes.ts";

const members = {
  summary: z.string().min(1).describe("The title, on one line."),
  description: z
    .string()
    .optional()
    .describe("The text, in Jira's wiki markup: `*bold*`, `h2. Title`, `{code}…{code}`."),
  assigneeId: accountId.optional(),
  priority: z.string().optional().describe("Name of the priority, such as `High`."),
  labels: z.array(z.string()).optional().describe("Labels without spaces; the list replaces the old one."),
  dueDate: z.string().optional().describe("Such as `2030-01-31`."),
  parentKey: z.string().optional().describe("Key of the epic, or of the issue that this is a sub-task of."),
};
const fields = {
  summary: fromInput("summary"),
  description: fromInput("description"),
  assignee: { accountId: fromInput("assigneeId") },
  priority: { name: fromInput("priority") },
  labels: fromInput("labels"),
  duedate: fromInput("dueDate"),
  parent: { key: fromInput("parentKey") },
} as const;

export const issueTools = [
  defineTool({
    operation: "issues_search",
    name: "Search issues",
    description:
      "Finds issues with JQL, Jira's query language. The query needs a limit, such as a project or a time.",
    input: z.object({
      jql: z
        .string()
        .min(1)
        .describe(
          "Such as `project = ENG AND status != Done AND assignee = currentUser() ORDER BY updated DESC`.",
        ),
      fields: z
        .array(z.string())
        .default(["summary", "status", "assignee", "priority", "issuetype", "updated"])
        .describe("Which fields to return; `*all` for all."),
      maxResults: z.int().min(1).max(5000).optional().describe("Issues on a page. Default 50."),
      nextPageToken: z.string().optional().describe("`nextPageToken` of the page before."),
    }),
    output: z.looseObject({
      issues: z.array(issue),
      nextPageToken: z.string().optional(),
      isLast: z.boolean().optional(),
    }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/issues",
    paging: {
      kind: "cursor",
      parameter: "nextPageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "maxResults",
      maxSize: 100,
    },
    request: { method: "POST", path: "/rest/api/2/search/jql" },
  }),
  defineTool({
    operation: "issues_get",
    name: "Get an issue",
    description: "Returns one issue with its fields, text and comments.",
    input: z.object({
      issueKey,
      fields: comma("Which fields to return, such as `summary` and `comment`. Default: all."),
    }),
    output: issue,
    scopes: read,
    request: {
      method: "GET",
      path: "/rest/api/2/issue/{issueKey}",
      query: { fields: fromInput("fields", { as: "comma" }) },
    },
  }),
  defineTool({
    operation: "issues_create",
    name: "Create an issue",
    description:
      "Creates an issue in a project and returns its key. issue_types_list says which types the project has.",
    input: z.object({
      projectKey: z.string().min(1).describe("Key of the project, such as `ENG`, from projects_list."),
      issueType: z.string().min(1).describe("Name of the type, such as `Task`, `Bug` or `Story`."),
      ...members,
    }),
    output: z.looseObject({ id: z.string(), key: z.string(), self: z.string().optional() }),
    scopes: write,
    context: { type: "project", inputs: ["projectKey"] },
    request: {
      method: "POST",
      path: "/rest/api/2/issue",
      body: {
        fields: {
          project: { key: fromInput("projectKey") },
          issuetype: { name: fromInput("issueType") },
          ...fields,
        },
      },
    },
  }),
  defineTool({
    operation: "issues_update",
    name: "Change an issue",
    description:
      "Changes only the members given. To change the state use issues_transition; for other fields, issues_set_fields.",
    input: z.object({ issueKey, ...members, summary: members.summary.optional() }),
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "PUT", path: "/rest/api/2/issue/{issueKey}", body: { fields } },
  }),
  defineTool({
    operation: "issues_set_fields",
    name: "Set any field of an issue",
    description: "Sets fields by their ids, such as custom fields. fields_list gives the ids.",
    input: z.object({
      issueKey,
      fields: z
        .record(z.string(), z.unknown())
        .describe('By field id, such as `{"customfield_10016": 5, "components": [{"name": "API"}]}`.'),
    }),
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "PUT", path: "/rest/api/2/issue/{issueKey}" },
  }),
  defineTool({
    operation: "issues_delete",
    name: "Delete an issue",
    description: "Deletes an issue for good, and its sub-tasks when asked to.",
    input: z.object({
      issueKey,
      deleteSubtasks: z.boolean().optional().describe("Needed when it has sub-tasks. Default false."),
    }),
    output: nothing,
    scopes: write,
    request: { method: "DELETE", path: "/rest/api/2/issue/{issueKey}" },
  }),
  defineTool({
    operation: "transitions_list",
    name: "List an issue's next states",
    description:
      "Returns the changes of state that the issue's workflow allows now, with the ids for issues_transition.",
    input: z.object({ issueKey }),
    output: z.looseObject({
      transitions: z.array(
        z.looseObject({
          id: z.string(),
          name: z.string(),
          to: z.looseObject({ name: z.string() }).optional(),
        }),
      ),
    }),
    scopes: read,
    resultsPath: "/transitions",
    request: { method: "GET", path: "/rest/api/2/issue/{issueKey}/transitions" },
  }),
  defineTool({
    operation: "issues_transition",
    name: "Change an issue's state",
    description:
      "Closes an issue, reopens it or moves it to another state, by a transition from transitions_list.",
    input: z.object({
      issueKey,
      transitionId: z.string().min(1).describe("Id from transitions_list, such as `31`."),
      resolution: z
        .string()
        .optional()
        .describe("Name of the resolution, such as `Fixed`, if the workflow asks for one."),
    }),
    output: nothing,
    scopes: write,
    request: {
      method: "POST",
      path: "/rest/api/2/issue/{issueKey}/transitions",
      body: {
        transition: { id: fromInput("transitionId") },
        fields: { resolution: { name: fromInput("resolution") } },
      },
    },
  }),
  defineTool({
    operation: "issues_assign",
    name: "Assign an issue",
    description: "Gives an issue to a person, or to nobody with null.",
    input: z.object({
      issueKey,
      accountId: accountId.nullable().describe("Account id from users_search; null: nobody."),
    }),
    output: nothing,
    hints: { destructive: false, idempotent: true },
    scopes: write,
    request: { method: "PUT", path: "/rest/api/2/issue/{issueKey}/assignee" },
  }),
];
