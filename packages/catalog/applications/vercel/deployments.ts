import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { context, deploymentId, limit, paging, project, team, teamId, until } from "./shapes.ts";

const deployment = z.looseObject({
  id: z.string().optional(),
  uid: z.string().optional(),
  name: z.string().optional(),
  url: z.string().nullish(),
  readyState: z.string().optional(),
});

export const deploymentTools = [
  defineTool({
    operation: "deployments_list",
    name: "List deployments",
    description: "Returns deployments, newest first, with their state, branch and address.",
    input: z.object({
      projectId: z.string().optional().describe("Only those of this project, by id or name."),
      target: z.enum(["production", "preview"]).optional(),
      state: z
        .string()
        .optional()
        .describe("With commas: `BUILDING`, `ERROR`, `QUEUED`, `READY`, `CANCELED`."),
      since: z.int().optional().describe("Only those made after this time, in milliseconds since 1970."),
      limit,
      until,
      teamId,
    }),
    output: z.looseObject({ deployments: z.array(deployment) }),
    resultsPath: "/deployments",
    paging,
    request: { method: "GET", path: "/v6/deployments" },
  }),
  defineTool({
    operation: "deployments_get",
    name: "Get a deployment",
    description: "Returns one deployment with its state, error, commit and addresses.",
    input: z.object({ idOrUrl: z.string().min(1).describe("Id or host name of the deployment."), teamId }),
    output: deployment,
    request: { method: "GET", path: "/v13/deployments/{idOrUrl}" },
  }),
  defineTool({
    operation: "deployment_events_list",
    name: "Get a deployment's build log",
    description: "Returns the lines that the build of a deployment wrote. Use it to see why a build failed.",
    input: z.object({
      idOrUrl: z.string().min(1).describe("Id or host name of the deployment."),
      direction: z.enum(["forward", "backward"]).optional().describe("`backward`: the last lines first."),
      limit: z.int().min(-1).optional().describe("How many lines; -1 for all."),
      teamId,
    }),
    output: z.array(z.looseObject({ type: z.string().optional(), text: z.string().optional() })),
    resultsPath: "",
    results: { top: { parameter: "limit" } },
    request: { method: "GET", path: "/v3/deployments/{idOrUrl}/events" },
  }),
  defineTool({
    operation: "deployments_redeploy",
    name: "Deploy again",
    description: "Builds and deploys the sources of an earlier deployment once more.",
    input: z.object({
      name: z.string().min(1).describe("Name of the project."),
      deploymentId,
      target: z.enum(["production", "preview"]).optional().describe("Default: a preview."),
      teamId,
    }),
    output: deployment,
    request: { method: "POST", path: "/v13/deployments", query: { ...team, forceNew: 1 } },
  }),
  defineTool({
    operation: "deployments_cancel",
    name: "Cancel a build",
    description: "Stops a deployment that is being built.",
    input: z.object({ deploymentId, teamId }),
    output: deployment,
    hints: { destructive: true, idempotent: true },
    request: { method: "PATCH", path: "/v12/deployments/{deploymentId}/cancel", query: team },
  }),
  defineTool({
    operation: "deployments_promote",
    name: "Promote or roll back",
    description: "Points the production domains of a project to an existing deployment, without a new build.",
    input: z.object({ project: project.describe("Id of the project."), deploymentId, teamId }),
    output: z.unknown().describe("Nothing."),
    hints: { destructive: true, idempotent: true },
    context,
    request: { method: "POST", path: "/v10/projects/{project}/promote/{deploymentId}", query: team },
  }),
  defineTool({
    operation: "deployments_delete",
    name: "Delete a deployment",
    description: "Deletes a deployment; its addresses stop working.",
    input: z.object({ deploymentId, teamId }),
    output: z.looseObject({ uid: z.string(), state: z.string() }),
    request: {
      method: "DELETE",
      path: "/v13/deployments/{deploymentId}",
      query: { teamId: fromInput("teamId") },
    },
  }),
];
