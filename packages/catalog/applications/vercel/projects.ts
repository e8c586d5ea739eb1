import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { context, limit, paging, project, team, teamId, until } from "./shapes.ts";

const projectRecord = z.looseObject({ id: z.string(), name: z.string(), framework: z.string().nullish() });
const variable = z.looseObject({ id: z.string().optional(), key: z.string(), type: z.string().optional() });
const target = z.array(z.enum(["production", "preview", "development"])).min(1);
const envId = z.string().min(1).describe("Id of the variable, from env_list.");

export const projectTools = [
  defineTool({
    operation: "projects_list",
    name: "List projects",
    description: "Returns the projects with their framework, repository and latest deployments.",
    input: z.object({
      search: z.string().optional().describe("Only those whose name holds this."),
      limit,
      from: z.union([z.int(), z.string()]).optional().describe("`pagination.next` of the page before."),
      teamId,
    }),
    output: z.looseObject({ projects: z.array(projectRecord) }),
    resultsPath: "/projects",
    paging: { ...paging, parameter: "from" },
    request: { method: "GET", path: "/v10/projects" },
  }),
  defineTool({
    operation: "projects_get",
    name: "Get a project",
    description: "Returns one project with its settings and latest deployments.",
    input: z.object({ project, teamId }),
    output: projectRecord,
    context,
    request: { method: "GET", path: "/v9/projects/{project}" },
  }),
  defineTool({
    operation: "env_list",
    name: "List environment variables",
    description:
      "Returns the names of a project's environment variables, and where each holds. Values stay encrypted.",
    input: z.object({ project, gitBranch: z.string().optional(), teamId }),
    output: z.looseObject({ envs: z.array(variable) }),
    resultsPath: "/envs",
    context,
    request: { method: "GET", path: "/v10/projects/{project}/env" },
  }),
  defineTool({
    operation: "env_create",
    name: "Set an environment variable",
    description:
      "Adds an environment variable to a project, or replaces the one of that name. The next deployment uses it.",
    input: z.object({
      project,
      key: z.string().min(1).describe("Name of the variable."),
      value: z.string().describe("Its value."),
      type: z.enum(["encrypted", "sensitive", "plain"]).describe("`sensitive`: can never be read again."),
      target: target.describe("Where it holds."),
      gitBranch: z.string().optional().describe("Only for this branch, in previews."),
      teamId,
    }),
    output: z.looseObject({ created: z.unknown() }),
    hints: { destructive: true, idempotent: true },
    context,
    request: {
      method: "POST",
      path: "/v10/projects/{project}/env",
      query: { upsert: "true", ...team },
    },
  }),
  defineTool({
    operation: "env_update",
    name: "Change an environment variable",
    description: "Changes the value of an environment variable, or where it holds.",
    input: z.object({ project, envId, value: z.string().optional(), target: target.optional(), teamId }),
    output: variable,
    hints: { destructive: true, idempotent: true },
    context,
    request: { method: "PATCH", path: "/v9/projects/{project}/env/{envId}", query: team },
  }),
  defineTool({
    operation: "env_delete",
    name: "Delete an environment variable",
    description: "Removes an environment variable from a project. The next deployment runs without it.",
    input: z.object({ project, envId, teamId }),
    output: z.looseObject({}),
    context,
    request: { method: "DELETE", path: "/v9/projects/{project}/env/{envId}" },
  }),
  defineTool({
    operation: "domains_list",
    name: "List domains of a project",
    description: "Returns the domains that point to a project, and whether they are verified.",
    input: z.object({ project, limit, until, teamId }),
    output: z.looseObject({
      domains: z.array(z.looseObject({ name: z.string(), verified: z.boolean().optional() })),
    }),
    resultsPath: "/domains",
    paging,
    context,
    request: { method: "GET", path: "/v9/projects/{project}/domains" },
  }),
  defineTool({
    operation: "domains_add",
    name: "Add a domain to a project",
    description: "Points a domain to a project. The response says which DNS record proves that it is yours.",
    input: z.object({
      project,
      name: z.string().min(3).describe("The domain, such as `www.example.com`."),
      redirect: z.string().optional().describe("Domain to send visitors on to."),
      gitBranch: z.string().optional().describe("Branch whose deployments it shows."),
      teamId,
    }),
    output: z.looseObject({ name: z.string(), verified: z.boolean().optional() }),
    context,
    request: {
      method: "POST",
      path: "/v10/projects/{project}/domains",
      query: { teamId: fromInput("teamId") },
    },
  }),
  defineTool({
    operation: "teams_list",
    name: "List teams",
    description: "Returns the teams that the user is in, with the ids that other tools take.",
    input: z.object({ limit, until }),
    output: z.looseObject({ teams: z.array(z.looseObject({ id: z.string(), slug: z.string() })) }),
    resultsPath: "/teams",
    paging,
    request: { method: "GET", path: "/v2/teams" },
  }),
  defineTool({
    operation: "user_get",
    name: "Get the connected user",
    description: "Returns the user that the token belongs to.",
    input: z.object({}),
    output: z.looseObject({ user: z.looseObject({ id: z.string(), username: z.string().optional() }) }),
    request: { method: "GET", path: "/v2/user" },
  }),
];
