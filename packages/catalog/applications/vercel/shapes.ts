import { fromInput, z } from "@bowline/catalog/application";

export const teamId = z
  .string()
  .optional()
  .describe("Id of the team, such as `team_nLlpyC6RE1qxqglFKbrMxlud`. Default: the user's own projects.");
export const project = z
  .string()
  .min(1)
  .describe("Id or name of the project, such as `prj_12HKQaOmR5t5Uy6vdcQsNIiZgHGB` or `my-site`.");
export const deploymentId = z
  .string()
  .min(1)
  .describe("Id of the deployment, such as `dpl_5WJWYSyB7BpgTj3EuwF37WMRBXBPQ2iTMJHJBJyRfDG5`.");
export const limit = z.int().min(1).max(100).optional().describe("Results on a page. Default 20.");
export const until = z
  .int()
  .optional()
  .describe("`pagination.next` of the page before: only what is older than this time.");
export const context = { type: "project", inputs: ["project"] };
export const team = { teamId: fromInput("teamId") } as const;
export const paging = {
  kind: "cursor",
  parameter: "until",
  cursorPath: "/pagination/next",
  sizeParameter: "limit",
  maxSize: 100,
} as const;
