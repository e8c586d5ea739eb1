import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { comment, issueKey, maxResults, nothing, offsetPaging, read, startAt, write } from "./shapes.ts";

export const discussionTools = [
  defineTool({
    operation: "comments_list",
    name: "List comments of an issue",
    description: "Returns the comments of one issue with their writers, oldest first.",
    input: z.object({
      issueKey,
      orderBy: z.enum(["created", "-created"]).optional().describe("`-created`: newest first."),
      startAt,
      maxResults,
    }),
    output: z.looseObject({ comments: z.array(comment), total: z.int().optional() }),
    scopes: read,
    resultsPath: "/comments",
    paging: offsetPaging,
    request: { method: "GET", path: "/rest/api/2/issue/{issueKey}/comment" },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on an issue",
    description: "Writes a comment on an issue as the connected user.",
    input: z.object({
      issueKey,
      body: z
        .string()
        .min(1)
        .describe("The comment, in Jira's wiki markup. Mention a person with `[~accountid:ID]`."),
    }),
    output: comment,
    scopes: write,
    request: { method: "POST", path: "/rest/api/2/issue/{issueKey}/comment" },
  }),
  defineTool({
    operation: "worklogs_create",
    name: "Log work on an issue",
    description: "Records time that was spent on an issue.",
    input: z.object({
      issueKey,
      timeSpent: z.string().min(1).describe("Such as `1h 30m` or `2d`."),
      started: z
        .string()
        .optional()
        .describe("When the work began: `2030-01-10T09:00:00.000+0000`. Default: now."),
      comment: z.string().optional().describe("What was done."),
    }),
    output: z.looseObject({ id: z.string(), timeSpent: z.string().optional() }),
    scopes: write,
    request: { method: "POST", path: "/rest/api/2/issue/{issueKey}/worklog" },
  }),
  defineTool({
    operation: "issue_links_create",
    name: "Link two issues",
    description: "Links two issues, such as one that blocks the other.",
    input: z.object({
      type: z
        .string()
        .min(1)
        .describe("Name of the kind of link, such as `Blocks`, `Relates` or `Duplicate`."),
      inwardKey: z.string().min(1).describe("Key of the issue that blocks, with `Blocks`."),
      outwardKey: z.string().min(1).describe("Key of the issue that is blocked, with `Blocks`."),
    }),
    output: nothing,
    scopes: write,
    request: {
      method: "POST",
      path: "/rest/api/2/issueLink",
      body: {
        type: { name: fromInput("type") },
        inwardIssue: { key: fromInput("inwardKey") },
        outwardIssue: { key: fromInput("outwardKey") },
      },
    },
  }),
];
