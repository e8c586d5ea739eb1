import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  connectionOf,
  dataOf,
  graphql,
  issue,
  issueFields,
  issueId,
  page,
  pageInfo,
  pagingOf,
  read,
  savedFields,
  teamId,
  write,
} from "./graphql.ts";

const priority = z.int().min(0).max(4).describe("0 none, 1 urgent, 2 high, 3 medium, 4 low.");
const members = {
  title: z.string().min(1).describe("The title."),
  description: z.string().optional().describe("The text as Markdown."),
  stateId: z.string().optional().describe("Id of the workflow state, from workflow_states_list."),
  assigneeId: z.string().optional().describe("Id of the user, from users_list."),
  priority: priority.optional(),
  estimate: z.int().min(0).optional().describe("Points."),
  dueDate: z.string().optional().describe("Such as `2030-01-31`."),
  labelIds: z.array(z.string()).optional().describe("Ids from labels_list; the list replaces the old one."),
  projectId: z.string().optional().describe("Id of the project, from projects_list."),
  cycleId: z.string().optional().describe("Id of the cycle, from cycles_list."),
  parentId: z.string().optional().describe("Id of the issue that this one is a part of."),
};
const input = {
  title: fromInput("title"),
  description: fromInput("description"),
  stateId: fromInput("stateId"),
  assigneeId: fromInput("assigneeId"),
  priority: fromInput("priority"),
  estimate: fromInput("estimate"),
  dueDate: fromInput("dueDate"),
  labelIds: fromInput("labelIds"),
  projectId: fromInput("projectId"),
  cycleId: fromInput("cycleId"),
  parentId: fromInput("parentId"),
};
const changed = (member: string) =>
  dataOf({ [member]: z.looseObject({ success: z.boolean(), issue: issue.nullish() }) });

export const issueTools = [
  defineTool({
    operation: "issues_list",
    name: "List issues",
    description:
      "Finds issues by team, assignee, state, project or label, most recently changed first. To find words in them use issues_search.",
    input: z.object({
      teamKey: z.string().optional().describe("Key of the team, such as `ENG`."),
      assigneeId: z.string().optional().describe("Id of the user, from users_list."),
      stateName: z.string().optional().describe("Name of the workflow state, such as `In Progress`."),
      stateType: z
        .enum(["triage", "backlog", "unstarted", "started", "completed", "canceled"])
        .optional()
        .describe("Kind of the workflow state."),
      projectId: z.string().optional().describe("Id of the project."),
      labelName: z.string().optional().describe("Name of a label."),
      priority: priority.optional(),
      updatedAfter: z
        .string()
        .optional()
        .describe("Only issues changed since, such as `2030-01-01` or `-P7D` for a week."),
      ...page,
    }),
    output: dataOf({ issues: connectionOf(issue) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/issues/nodes",
    paging: pagingOf("issues"),
    request: graphql(
      `query Issues($filter: IssueFilter, $first: Int, $after: String) { issues(filter: $filter, first: $first, after: $after, orderBy: updatedAt) { nodes { ${issueFields} } ${pageInfo} } }`,
      {
        filter: {
          team: { key: { eq: fromInput("teamKey") } },
          assignee: { id: { eq: fromInput("assigneeId") } },
          state: { name: { eq: fromInput("stateName") }, type: { eq: fromInput("stateType") } },
          project: { id: { eq: fromInput("projectId") } },
          labels: { name: { eq: fromInput("labelName") } },
          priority: { eq: fromInput("priority") },
          updatedAt: { gte: fromInput("updatedAfter") },
        },
        first: fromInput("first"),
        after: fromInput("after"),
      },
    ),
  }),
  defineTool({
    operation: "issues_search",
    name: "Search issues by words",
    description: "Finds issues whose title, text or comments hold words, best match first.",
    input: z.object({
      term: z.string().min(1).describe("The words."),
      teamId: teamId.optional().describe("Prefer issues of this team."),
      includeComments: z.boolean().optional().describe("Also look in comments."),
      ...page,
    }),
    output: dataOf({ searchIssues: connectionOf(issue) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/searchIssues/nodes",
    paging: pagingOf("searchIssues"),
    request: graphql(
      `query Search($term: String!, $teamId: String, $includeComments: Boolean, $first: Int, $after: String) { searchIssues(term: $term, teamId: $teamId, includeComments: $includeComments, first: $first, after: $after) { nodes { ${issueFields} } ${pageInfo} } }`,
      {
        term: fromInput("term"),
        teamId: fromInput("teamId"),
        includeComments: fromInput("includeComments"),
        first: fromInput("first"),
        after: fromInput("after"),
      },
    ),
  }),
  defineTool({
    operation: "issues_get",
    name: "Get an issue",
    description: "Returns one issue with its text, parent, sub-issues and latest comments.",
    input: z.object({ issueId }),
    output: dataOf({ issue: issue.nullish() }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    request: graphql(
      `query Issue($id: String!) { issue(id: $id) { ${issueFields} description branchName parent { id identifier title } children { nodes { id identifier title } } comments(first: 20) { nodes { id body createdAt user { id name } } } } }`,
      { id: fromInput("issueId") },
    ),
  }),
  defineTool({
    operation: "issues_create",
    name: "Create an issue",
    description: "Creates an issue in a team and returns its identifier and link.",
    input: z.object({ teamId, ...members }),
    output: changed("issueCreate"),
    scopes: ["issues:create"],
    request: graphql(
      `mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${savedFields} } } }`,
      { input: { teamId: fromInput("teamId"), ...input } },
    ),
  }),
  defineTool({
    operation: "issues_update",
    name: "Change an issue",
    description: "Changes only the members given: state, assignee, priority, text and others.",
    input: z.object({
      issueId,
      ...members,
      title: members.title.optional(),
      teamId: teamId.optional().describe("Moves the issue to this team."),
    }),
    output: changed("issueUpdate"),
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: graphql(
      `mutation Update($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${savedFields} } } }`,
      { id: fromInput("issueId"), input: { teamId: fromInput("teamId"), ...input } },
    ),
  }),
  defineTool({
    operation: "issues_archive",
    name: "Archive an issue",
    description: "Archives an issue, so that lists no longer show it. A person can restore it.",
    input: z.object({ issueId }),
    output: dataOf({ issueArchive: z.looseObject({ success: z.boolean() }) }),
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: graphql("mutation Archive($id: String!) { issueArchive(id: $id) { success } }", {
      id: fromInput("issueId"),
    }),
  }),
];
