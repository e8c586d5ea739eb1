import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { context, cursor, event, issue, issueId, organization, paging, statsPeriod } from "./shapes.ts";

const read = ["event:read"];
const write = ["event:write"];
const changes = {
  status: z.enum(["resolved", "unresolved", "ignored"]).optional(),
  statusDetails: z
    .looseObject({ inNextRelease: z.boolean().optional(), inRelease: z.string().optional() })
    .optional()
    .describe("For `resolved`: from which release on."),
  assignedTo: z
    .string()
    .optional()
    .describe("`user:<id>`, `team:<id>`, a user name or an e-mail address; empty: nobody."),
  priority: z.enum(["high", "medium", "low"]).optional(),
  isBookmarked: z.boolean().optional(),
  hasSeen: z.boolean().optional(),
};

export const issueTools = [
  defineTool({
    operation: "issues_list",
    name: "Search issues",
    description:
      "Finds issues (groups of errors) of an organization with Sentry's search, with counts and times.",
    input: z.object({
      organization,
      query: z
        .string()
        .optional()
        .describe("Such as `is:unresolved level:error environment:production`. Default `is:unresolved`."),
      project: z
        .array(z.int())
        .optional()
        .describe("Ids of projects, not slugs. Default: all that the user is in."),
      statsPeriod,
      sort: z
        .enum(["date", "freq", "new", "trends", "user"])
        .optional()
        .describe("Default `date`: last seen."),
      limit: z.int().min(1).max(100).optional().describe("Issues on a page. Default 100."),
      cursor,
    }),
    output: z.array(issue),
    scopes: read,
    resultsPath: "",
    paging: { ...paging, sizeParameter: "limit", maxSize: 100 },
    context,
    request: { method: "GET", path: "/organizations/{organization}/issues/" },
  }),
  defineTool({
    operation: "issues_get",
    name: "Get an issue",
    description:
      "Returns one issue with its counts, first and last time, people and activity. The stack trace is in issue_events_get.",
    input: z.object({ organization, issueId }),
    output: issue,
    scopes: read,
    context,
    request: { method: "GET", path: "/organizations/{organization}/issues/{issueId}/" },
  }),
  defineTool({
    operation: "issues_update",
    name: "Resolve or assign an issue",
    description:
      "Changes only the members given: resolves, ignores or reopens an issue, or gives it to somebody.",
    input: z.object({ organization, issueId, ...changes }),
    output: issue,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    context,
    request: { method: "PUT", path: "/organizations/{organization}/issues/{issueId}/" },
  }),
  defineTool({
    operation: "issues_delete",
    name: "Delete an issue",
    description:
      "Deletes an issue with all its events for good. To hide it, use issues_update with `ignored`.",
    input: z.object({ organization, issueId }),
    output: z.unknown().describe("Nothing."),
    scopes: ["event:admin"],
    context,
    request: { method: "DELETE", path: "/organizations/{organization}/issues/{issueId}/" },
  }),
  defineTool({
    operation: "issue_events_list",
    name: "List events of an issue",
    description: "Returns single occurrences of an issue, newest first.",
    input: z.object({
      organization,
      issueId,
      full: z.boolean().optional().describe("Also stack traces and details."),
      statsPeriod,
      cursor,
    }),
    output: z.array(event),
    scopes: read,
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/organizations/{organization}/issues/{issueId}/events/" },
  }),
  defineTool({
    operation: "issue_events_get",
    name: "Get an event of an issue",
    description:
      "Returns one occurrence with stack trace, request, breadcrumbs and tags. Use `latest` to see why an issue happens.",
    input: z.object({
      organization,
      issueId,
      eventId: z.string().min(1).describe("Id of the event, or `latest`, `oldest` or `recommended`."),
    }),
    output: event,
    scopes: read,
    context,
    request: { method: "GET", path: "/organizations/{organization}/issues/{issueId}/events/{eventId}/" },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on an issue",
    description: "Writes a comment in the activity of an issue.",
    input: z.object({
      issueId: issueId.describe("Id of the issue: digits."),
      text: z.string().min(1).describe("The comment as Markdown."),
    }),
    output: z.looseObject({ id: z.string() }),
    scopes: write,
    request: { method: "POST", path: "/issues/{issueId}/comments/" },
  }),
  defineTool({
    operation: "events_search",
    name: "Query events",
    description:
      "Returns a table of errors, spans or logs: the fields and sums that you name, as in Sentry's Explore.",
    input: z.object({
      organization,
      field: z
        .array(z.string())
        .min(1)
        .max(20)
        .describe("Columns, such as `title`, `count()`, `p95(span.duration)`."),
      query: z.string().optional().describe("Such as `event.type:error release:1.2.0`."),
      dataset: z.enum(["errors", "spans", "logs"]).default("errors").describe("What is searched."),
      sort: z.string().optional().describe("One of the columns; `-count()` for the largest first."),
      project: z.array(z.int()).optional().describe("Ids of projects, not slugs."),
      statsPeriod,
      per_page: z.int().min(1).max(100).optional(),
      cursor,
    }),
    output: z.looseObject({ data: z.array(z.looseObject({})) }),
    scopes: ["org:read"],
    resultsPath: "/data",
    paging: { ...paging, sizeParameter: "per_page", maxSize: 100 },
    context,
    request: {
      method: "GET",
      path: "/organizations/{organization}/events/",
      query: {
        field: fromInput("field"),
        query: fromInput("query"),
        dataset: fromInput("dataset"),
        sort: fromInput("sort"),
        project: fromInput("project"),
        statsPeriod: fromInput("statsPeriod"),
        per_page: fromInput("per_page"),
        cursor: fromInput("cursor"),
      },
    },
  }),
];
