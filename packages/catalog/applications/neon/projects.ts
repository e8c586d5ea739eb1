import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { branch, branchId, context, cursor, project, projectId } from "./shapes.ts";

const orgId = z.string().optional().describe("Id of the organization, such as `org-wild-sea-12345678`.");

export const projectTools = [
  defineTool({
    operation: "projects_list",
    name: "List projects",
    description: "Returns the Neon projects that the key may use, with their regions.",
    input: z.object({
      search: z.string().optional().describe("A part of the name or of the id."),
      org_id: orgId,
      limit: z.int().min(1).max(400).optional().describe("Projects on a page. Default 10."),
      cursor,
    }),
    output: z.looseObject({ projects: z.array(project) }),
    resultsPath: "/projects",
    paging: {
      kind: "cursor",
      parameter: "cursor",
      cursorPath: "/pagination/cursor",
      sizeParameter: "limit",
      maxSize: 400,
    },
    request: { method: "GET", path: "/projects" },
  }),
  defineTool({
    operation: "projects_get",
    name: "Get a project",
    description: "Returns one project with its settings and what it uses.",
    input: z.object({ projectId }),
    output: z.looseObject({ project }),
    context,
    request: { method: "GET", path: "/projects/{projectId}" },
  }),
  defineTool({
    operation: "projects_create",
    name: "Create a project",
    description:
      "Creates a project with a branch, a compute and a database, and returns the addresses to connect to.",
    input: z.object({
      name: z.string().min(1).describe("Name of the project."),
      regionId: z.string().optional().describe("Such as `aws-eu-central-1`."),
      pgVersion: z.int().min(14).optional().describe("Major version of PostgreSQL, such as 17."),
      orgId,
    }),
    output: z.looseObject({ project, connection_uris: z.array(z.looseObject({})).optional() }),
    request: {
      method: "POST",
      path: "/projects",
      body: {
        project: {
          name: fromInput("name"),
          region_id: fromInput("regionId"),
          pg_version: fromInput("pgVersion"),
          org_id: fromInput("orgId"),
        },
      },
    },
  }),
  defineTool({
    operation: "projects_delete",
    name: "Delete a project",
    description: "Deletes a project with all its branches, databases and data.",
    input: z.object({ projectId }),
    output: z.looseObject({ project }),
    context,
    request: { method: "DELETE", path: "/projects/{projectId}" },
  }),
  defineTool({
    operation: "branches_list",
    name: "List branches",
    description: "Returns the branches of a project; one is the default.",
    input: z.object({
      projectId,
      search: z.string().optional().describe("A part of the name or of the id."),
    }),
    output: z.looseObject({ branches: z.array(branch) }),
    resultsPath: "/branches",
    context,
    request: { method: "GET", path: "/projects/{projectId}/branches" },
  }),
  defineTool({
    operation: "branches_create",
    name: "Create a branch",
    description:
      "Copies the data of a branch, as it is now or was at a time, into a new branch with a compute of its own.",
    input: z.object({
      projectId,
      name: z.string().optional().describe("Name of the branch."),
      parentId: branchId.optional().describe("Id of the branch to copy. Default: the default branch."),
      parentTimestamp: z.string().optional().describe("Copy the data of this time: `2030-01-10T09:00:00Z`."),
      endpoints: z
        .array(z.object({ type: z.enum(["read_write", "read_only"]) }))
        .default([{ type: "read_write" }])
        .describe("Its computes. `[]` for none; one cannot connect then."),
    }),
    output: z.looseObject({ branch, connection_uris: z.array(z.looseObject({})).optional() }),
    context,
    request: {
      method: "POST",
      path: "/projects/{projectId}/branches",
      body: {
        branch: {
          name: fromInput("name"),
          parent_id: fromInput("parentId"),
          parent_timestamp: fromInput("parentTimestamp"),
        },
        endpoints: fromInput("endpoints"),
      },
    },
  }),
  defineTool({
    operation: "branches_delete",
    name: "Delete a branch",
    description: "Deletes a branch with its data and computes.",
    input: z.object({ projectId, branchId }),
    output: z.looseObject({ branch: branch.optional() }),
    context,
    request: { method: "DELETE", path: "/projects/{projectId}/branches/{branchId}" },
  }),
  defineTool({
    operation: "branches_restore",
    name: "Restore a branch",
    description:
      "Sets a branch back to its own or another branch's data of a time. Keep the present data with preserveName.",
    input: z.object({
      projectId,
      branchId,
      sourceBranchId: branchId.describe("Id of the branch whose data to take; its own for an earlier state."),
      sourceTimestamp: z.string().optional().describe("The time: `2030-01-10T09:00:00Z`. Default: now."),
      preserveName: z
        .string()
        .optional()
        .describe("Name of a new branch that keeps the present data. Needed for its own data."),
    }),
    output: z.looseObject({ branch }),
    hints: { destructive: true },
    context,
    request: {
      method: "POST",
      path: "/projects/{projectId}/branches/{branchId}/restore",
      body: {
        source_branch_id: fromInput("sourceBranchId"),
        source_timestamp: fromInput("sourceTimestamp"),
        preserve_under_name: fromInput("preserveName"),
      },
    },
  }),
];
