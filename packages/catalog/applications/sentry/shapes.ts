import { z } from "@bowline/catalog/application";

export const organization = z
  .string()
  .min(1)
  .describe("Slug of the organization, such as `example`, from organizations_list.");
export const project = z.string().min(1).describe("Slug of the project, such as `web`, from projects_list.");
export const issueId = z
  .string()
  .min(1)
  .describe("Id of the issue, digits such as `4509876543`, or its short id such as `WEB-1A`.");
export const cursor = z.string().optional().describe("Cursor of a page, from the `Link` header.");
export const statsPeriod = z.string().optional().describe("How far back, such as `24h` or `14d`.");
export const context = { type: "organization", inputs: ["organization"] };
export const paging = { kind: "linkHeader", parameter: "cursor" } as const;
export const issue = z.looseObject({
  id: z.string(),
  shortId: z.string().optional(),
  title: z.string().optional(),
  status: z.string().optional(),
  level: z.string().optional(),
  permalink: z.string().nullish(),
});
export const event = z.looseObject({ eventID: z.string(), title: z.string().optional() });
export const release = z.looseObject({ version: z.string() });
