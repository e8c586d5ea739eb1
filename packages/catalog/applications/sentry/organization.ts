import { defineTool, z } from "@bowline/catalog/application";
import { context, cursor, organization, paging, project, release } from "./shapes.ts";

const named = z.looseObject({ id: z.string(), slug: z.string() });

export const organizationTools = [
  defineTool({
    operation: "organizations_list",
    name: "List organizations",
    description: "Returns the organizations of the connected user with their slugs.",
    input: z.object({ cursor }),
    output: z.array(named),
    scopes: ["org:read"],
    resultsPath: "",
    paging,
    request: { method: "GET", path: "/organizations/" },
  }),
  defineTool({
    operation: "projects_list",
    name: "List projects",
    description: "Returns the projects of an organization with their slugs, ids and platforms.",
    input: z.object({
      organization,
      query: z.string().optional().describe("Only those whose name holds this."),
      cursor,
    }),
    output: z.array(named),
    scopes: ["project:read"],
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/organizations/{organization}/projects/" },
  }),
  defineTool({
    operation: "project_keys_list",
    name: "List keys (DSN) of a project",
    description: "Returns the addresses (DSN) that programs send their errors to.",
    input: z.object({ organization, project, cursor }),
    output: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    scopes: ["project:read"],
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/projects/{organization}/{project}/keys/" },
  }),
  defineTool({
    operation: "teams_list",
    name: "List teams",
    description: "Returns the teams of an organization.",
    input: z.object({ organization, cursor }),
    output: z.array(named),
    scopes: ["team:read"],
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/organizations/{organization}/teams/" },
  }),
  defineTool({
    operation: "members_list",
    name: "List members",
    description: "Returns the people of an organization with their e-mail addresses, for issues_update.",
    input: z.object({ organization, cursor }),
    output: z.array(z.looseObject({ id: z.string(), email: z.string() })),
    scopes: ["member:read"],
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/organizations/{organization}/members/" },
  }),
  defineTool({
    operation: "releases_list",
    name: "List releases",
    description: "Returns the releases of an organization, newest first, with their numbers of new issues.",
    input: z.object({
      organization,
      query: z.string().optional().describe("Only versions that begin like this."),
      cursor,
    }),
    output: z.array(release),
    scopes: ["project:releases"],
    resultsPath: "",
    paging,
    context,
    request: { method: "GET", path: "/organizations/{organization}/releases/" },
  }),
  defineTool({
    operation: "releases_create",
    name: "Create a release",
    description: "Records a new version of one or more projects, with its commits.",
    input: z.object({
      organization,
      version: z.string().min(1).describe("Such as `1.2.0` or a commit's hash."),
      projects: z.array(project).min(1).describe("Slugs of the projects."),
      dateReleased: z.string().optional().describe("When it went live: `2030-01-10T09:00:00Z`."),
      refs: z
        .array(
          z.object({ repository: z.string(), commit: z.string(), previousCommit: z.string().optional() }),
        )
        .optional()
        .describe("The newest commit of each repository."),
    }),
    output: release,
    hints: { idempotent: true },
    scopes: ["project:releases"],
    context,
    request: { method: "POST", path: "/organizations/{organization}/releases/" },
  }),
];
