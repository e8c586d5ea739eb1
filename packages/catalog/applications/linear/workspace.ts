import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  connectionOf,
  dataOf,
  graphql,
  named,
  page,
  pageInfo,
  pagingOf,
  read,
  teamId,
  write,
} from "./graphql.ts";

const pages = { first: fromInput("first"), after: fromInput("after") };
const teamKey = z.string().optional().describe("Only those of the team with this key, such as `ENG`.");
const ofTeam = { filter: { team: { key: { eq: fromInput("teamKey") } } }, ...pages };

export const workspaceTools = [
  defineTool({
    operation: "teams_list",
    name: "List teams",
    description: "Returns the teams with their ids and keys. Issues belong to a team.",
    input: z.object(page),
    output: dataOf({ teams: connectionOf(named) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/teams/nodes",
    paging: pagingOf("teams"),
    request: graphql(
      `query Teams($first: Int, $after: String) { teams(first: $first, after: $after) { nodes { id key name description } ${pageInfo} } }`,
      pages,
    ),
  }),
  defineTool({
    operation: "workflow_states_list",
    name: "List workflow states",
    description:
      "Returns the states that issues can be in, such as `Todo`, with their ids. Each team has its own.",
    input: z.object({ teamKey, ...page }),
    output: dataOf({ workflowStates: connectionOf(named) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/workflowStates/nodes",
    paging: pagingOf("workflowStates"),
    request: graphql(
      `query States($filter: WorkflowStateFilter, $first: Int, $after: String) { workflowStates(filter: $filter, first: $first, after: $after) { nodes { id name type position team { id key } } ${pageInfo} } }`,
      ofTeam,
    ),
  }),
  defineTool({
    operation: "labels_list",
    name: "List labels",
    description: "Returns the labels of issues with their ids.",
    input: z.object({ teamKey, ...page }),
    output: dataOf({ issueLabels: connectionOf(named) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/issueLabels/nodes",
    paging: pagingOf("issueLabels"),
    request: graphql(
      `query Labels($filter: IssueLabelFilter, $first: Int, $after: String) { issueLabels(filter: $filter, first: $first, after: $after) { nodes { id name color team { id key } } ${pageInfo} } }`,
      ofTeam,
    ),
  }),
  defineTool({
    operation: "cycles_list",
    name: "List cycles",
    description: "Returns the cycles (sprints) with their times and progress.",
    input: z.object({ teamKey, ...page }),
    output: dataOf({ cycles: connectionOf(z.looseObject({ id: z.string() })) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/cycles/nodes",
    paging: pagingOf("cycles"),
    request: graphql(
      `query Cycles($filter: CycleFilter, $first: Int, $after: String) { cycles(filter: $filter, first: $first, after: $after) { nodes { id number name startsAt endsAt progress team { id key } } ${pageInfo} } }`,
      ofTeam,
    ),
  }),
  defineTool({
    operation: "users_list",
    name: "List users",
    description: "Returns the people of the workspace with their ids and e-mail addresses.",
    input: z.object({
      email: z.string().optional().describe("Only the one with this address."),
      name: z.string().optional().describe("Only those whose name holds this."),
      ...page,
    }),
    output: dataOf({ users: connectionOf(named) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/users/nodes",
    paging: pagingOf("users"),
    request: graphql(
      `query Users($filter: UserFilter, $first: Int, $after: String) { users(filter: $filter, first: $first, after: $after) { nodes { id name displayName email active } ${pageInfo} } }`,
      {
        filter: { email: { eq: fromInput("email") }, name: { containsIgnoreCase: fromInput("name") } },
        ...pages,
      },
    ),
  }),
  defineTool({
    operation: "projects_list",
    name: "List projects",
    description: "Returns the projects with their state, progress and dates.",
    input: z.object({ name: z.string().optional().describe("Only those whose name holds this."), ...page }),
    output: dataOf({ projects: connectionOf(named) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/projects/nodes",
    paging: pagingOf("projects"),
    request: graphql(
      `query Projects($filter: ProjectFilter, $first: Int, $after: String) { projects(filter: $filter, first: $first, after: $after) { nodes { id name url state progress startDate targetDate lead { id name } teams { nodes { id key } } } ${pageInfo} } }`,
      { filter: { name: { containsIgnoreCase: fromInput("name") } }, ...pages },
    ),
  }),
  defineTool({
    operation: "projects_create",
    name: "Create a project",
    description: "Creates a project for one or more teams.",
    input: z.object({
      name: z.string().min(1).describe("Name of the project."),
      teamIds: z.array(teamId).min(1).describe("Ids of its teams."),
      description: z.string().max(255).optional().describe("One line about it."),
      content: z.string().optional().describe("The whole text as Markdown."),
      leadId: z.string().optional().describe("Id of the user who leads it."),
      targetDate: z.string().optional().describe("Such as `2030-03-31`."),
    }),
    output: dataOf({ projectCreate: z.looseObject({ success: z.boolean(), project: named.nullish() }) }),
    scopes: write,
    request: graphql(
      "mutation Project($input: ProjectCreateInput!) { projectCreate(input: $input) { success project { id name url } } }",
      {
        input: {
          name: fromInput("name"),
          teamIds: fromInput("teamIds"),
          description: fromInput("description"),
          content: fromInput("content"),
          leadId: fromInput("leadId"),
          targetDate: fromInput("targetDate"),
        },
      },
    ),
  }),
  defineTool({
    operation: "viewer_get",
    name: "Get the connected user",
    description: "Returns the user that the connection acts for, and the workspace.",
    input: z.object({}),
    output: dataOf({ viewer: named }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    request: {
      method: "POST",
      path: "/graphql",
      body: { query: "query Viewer { viewer { id name email } organization { id name urlKey } }" },
    },
  }),
];
