import { z } from "@bowline/catalog/application";

export const issueKey = z.string().min(1).describe("Key of the issue, such as `ENG-123`, or its id.");
export const accountId = z
  .string()
  .min(1)
  .describe("Account id of a person, such as `5b10a2844c20165700ede21g`, from users_search.");
export const startAt = z.int().min(0).optional().describe("How many results to skip.");
export const maxResults = z.int().min(1).max(100).optional().describe("Results on a page. Default 50.");
export const comma = (what: string) => z.array(z.string()).optional().describe(what);

export const user = z.looseObject({
  accountId: z.string().optional(),
  displayName: z.string().optional(),
  emailAddress: z.string().optional(),
});
export const issue = z.looseObject({
  id: z.string(),
  key: z.string(),
  fields: z.looseObject({ summary: z.string().optional() }).optional(),
});
export const comment = z.looseObject({
  id: z.string(),
  body: z.string().optional(),
  author: user.optional(),
});
export const nothing = z.unknown().describe("Nothing.");

export const offsetPaging = {
  kind: "offset",
  parameter: "startAt",
  sizeParameter: "maxResults",
  maxSize: 100,
} as const;

export const read = ["read:jira-work"];
export const write = ["write:jira-work"];
export const readUsers = ["read:jira-user"];
