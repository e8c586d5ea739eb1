import type { ToolExample, ToolExamples } from "@bowline/catalog/application";
import { application } from "./application.ts";

type Json = ToolExample["response"];

const issue = {
  id: "9cfb482a-81e3-4154-b5b9-2c805e70a02d",
  identifier: "ENG-123",
  title: "Fix the gate",
  url: "https://linear.app/example/issue/ENG-123/fix-the-gate",
  priority: 2,
  estimate: null,
  dueDate: null,
  createdAt: "2030-01-10T09:00:00.000Z",
  updatedAt: "2030-01-10T09:00:00.000Z",
  state: { id: "1a2b3c4d-81e3-4154-b5b9-2c805e70a02d", name: "Todo", type: "unstarted" },
  assignee: { id: "5e6f7a8b-81e3-4154-b5b9-2c805e70a02d", name: "Ada", email: "ada@example.com" },
  team: { id: "0c1d2e3f-81e3-4154-b5b9-2c805e70a02d", key: "ENG", name: "Engineering" },
  project: null,
  labels: { nodes: [] },
};
const listOf = (...nodes: Json[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const comment = {
  id: "3b1f0c9e-81e3-4154-b5b9-2c805e70a02d",
  body: "Done.",
  url: `${issue.url}#comment-3b1f0c9e`,
};

/** The text of the operation is the tool's own; an example shows the variables. */
function exampleOf(operation: string, input: ToolExample["input"], variables: Json, data: Json): ToolExample {
  const tool = application.definition.tools.find((one) => one.operation === operation);
  const body = tool?.definition.request?.body as { query: string } | undefined;
  const isEmpty = Object.keys(variables as object).length === 0;
  return {
    input,
    request: {
      method: "POST",
      path: "/graphql",
      body: { query: body?.query, ...(!isEmpty && { variables }) },
    },
    response: { data },
  };
}

const calls: [operation: string, input: ToolExample["input"], variables: Json, data: Json][] = [
  [
    "issues_list",
    { teamKey: "ENG", stateType: "started", first: 2 },
    { filter: { team: { key: { eq: "ENG" } }, state: { type: { eq: "started" } } }, first: 2 },
    { issues: listOf(issue) },
  ],
  ["issues_search", { term: "gate" }, { term: "gate" }, { searchIssues: listOf(issue) }],
  [
    "issues_get",
    { issueId: "ENG-123" },
    { id: "ENG-123" },
    { issue: { ...issue, description: "It is stuck.", children: { nodes: [] }, comments: { nodes: [] } } },
  ],
  [
    "issues_create",
    { teamId: issue.team.id, title: "Fix the gate", priority: 2 },
    { input: { teamId: issue.team.id, title: "Fix the gate", priority: 2 } },
    { issueCreate: { success: true, issue } },
  ],
  [
    "issues_update",
    { issueId: "ENG-123", stateId: issue.state.id, labelIds: [] },
    { id: "ENG-123", input: { stateId: issue.state.id, labelIds: [] } },
    { issueUpdate: { success: true, issue } },
  ],
  ["issues_archive", { issueId: "ENG-123" }, { id: "ENG-123" }, { issueArchive: { success: true } }],
  [
    "comments_list",
    { issueId: "ENG-123" },
    { id: "ENG-123" },
    {
      issue: { comments: listOf({ ...comment, user: { id: issue.assignee.id, name: "Ada" }, parent: null }) },
    },
  ],
  [
    "comments_create",
    { issueId: issue.id, body: "Done." },
    { input: { issueId: issue.id, body: "Done." } },
    { commentCreate: { success: true, comment } },
  ],
  [
    "links_create",
    { issueId: issue.id, url: "https://example.com/gate", title: "The gate" },
    { issueId: issue.id, url: "https://example.com/gate", title: "The gate" },
    {
      attachmentLinkURL: {
        success: true,
        attachment: { id: comment.id, url: "https://example.com/gate", title: "The gate" },
      },
    },
  ],
  ["teams_list", {}, {}, { teams: listOf({ ...issue.team, description: null }) }],
  [
    "workflow_states_list",
    { teamKey: "ENG" },
    { filter: { team: { key: { eq: "ENG" } } } },
    { workflowStates: listOf({ ...issue.state, position: 1, team: { id: issue.team.id, key: "ENG" } }) },
  ],
  [
    "labels_list",
    { first: 10 },
    { first: 10 },
    { issueLabels: listOf({ id: comment.id, name: "Bug", color: "#eb5757", team: null }) },
  ],
  [
    "cycles_list",
    { teamKey: "ENG" },
    { filter: { team: { key: { eq: "ENG" } } } },
    {
      cycles: listOf({
        id: comment.id,
        number: 7,
        name: null,
        startsAt: "2030-01-07T00:00:00.000Z",
        progress: 0.5,
      }),
    },
  ],
  [
    "users_list",
    { email: "ada@example.com" },
    { filter: { email: { eq: "ada@example.com" } } },
    { users: listOf({ ...issue.assignee, displayName: "ada", active: true }) },
  ],
  [
    "projects_list",
    { name: "launch" },
    { filter: { name: { containsIgnoreCase: "launch" } } },
    {
      projects: listOf({
        id: comment.id,
        name: "Launch",
        state: "started",
        progress: 0.2,
        teams: { nodes: [] },
      }),
    },
  ],
  [
    "projects_create",
    { name: "Launch", teamIds: [issue.team.id], targetDate: "2030-03-31" },
    { input: { name: "Launch", teamIds: [issue.team.id], targetDate: "2030-03-31" } },
    {
      projectCreate: {
        success: true,
        project: { id: comment.id, name: "Launch", url: "https://linear.app/example/project/launch" },
      },
    },
  ],
  [
    "viewer_get",
    {},
    {},
    { viewer: issue.assignee, organization: { id: comment.id, name: "Example", urlKey: "example" } },
  ],
];

export const examples: ToolExamples = Object.fromEntries(
  calls.map(([operation, ...call]) => [operation, exampleOf(operation, ...call)]),
);
