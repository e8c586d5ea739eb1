import { z } from "@bowline/catalog/application";

export const projectId = z
  .string()
  .min(1)
  .describe("Id of the project, such as `spring-example-302709`, from projects_list.");
export const branchId = z
  .string()
  .min(1)
  .describe("Id of the branch, such as `br-aged-salad-637688`, from branches_list.");
export const endpointId = z
  .string()
  .min(1)
  .describe("Id of the compute, such as `ep-silent-smoke-806639`, from endpoints_list.");
export const project = z.looseObject({ id: z.string(), name: z.string(), region_id: z.string().optional() });
export const branch = z.looseObject({ id: z.string(), name: z.string(), default: z.boolean().optional() });
export const endpoint = z.looseObject({
  id: z.string(),
  host: z.string().optional(),
  current_state: z.string().optional(),
});
export const database = z.looseObject({ name: z.string(), owner_name: z.string().optional() });
export const cursor = z.string().optional().describe("`pagination.cursor` of the page before.");
export const context = { type: "project", inputs: ["projectId"] };
