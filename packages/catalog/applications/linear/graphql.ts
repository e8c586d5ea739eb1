import { z } from "@bowline/catalog/application";

/** The request of a fixed GraphQL operation. */
export const graphql = <const Variables extends object>(query: string, variables: Variables) => ({
  method: "POST" as const,
  path: "/graphql" as const,
  body: { query, variables },
});

export const dataOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject({ data: z.looseObject(shape) });
export const connectionOf = <Node extends z.ZodType>(node: Node) =>
  z.looseObject({
    nodes: z.array(node),
    pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }).optional(),
  });

/** The inputs of a list, and how it pages. */
export const page = {
  first: z.int().min(1).max(250).optional().describe("Results on a page. Default 50."),
  after: z.string().optional().describe("`endCursor` of the page before."),
};
export const pagingOf = (member: string) =>
  ({
    kind: "cursor",
    parameter: "after",
    cursorPath: `/data/${member}/pageInfo/endCursor`,
    hasMorePath: `/data/${member}/pageInfo/hasNextPage`,
    sizeParameter: "first",
    maxSize: 250,
  }) as const;
export const pageInfo = "pageInfo { hasNextPage endCursor }";

export const named = z.looseObject({ id: z.string(), name: z.string().nullish() });
export const issue = z.looseObject({
  id: z.string(),
  identifier: z.string().optional().describe("Such as `ENG-123`."),
  title: z.string().optional(),
  url: z.string().optional(),
  state: z.looseObject({ id: z.string(), name: z.string() }).nullish(),
  assignee: named.nullish(),
});
export const issueFields =
  "id identifier title url priority estimate dueDate createdAt updatedAt state { id name type } assignee { id name email } team { id key name } project { id name } labels { nodes { id name } }";

/** What a change of an issue returns. */
export const savedFields =
  "id identifier title url priority state { id name type } assignee { id name } team { id key }";

export const issueId = z
  .string()
  .min(1)
  .describe("Id of the issue (a UUID), or its identifier such as `ENG-123`.");
export const teamId = z.string().min(1).describe("Id of the team (a UUID), from teams_list.");
export const read = ["read"];
export const write = ["write"];
