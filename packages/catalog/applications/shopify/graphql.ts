import { z } from "@bowline/catalog/application";

/** The request of a fixed GraphQL operation. */
export const graphql = <const Variables extends object>(query: string, variables: Variables) => ({
  method: "POST" as const,
  path: "/graphql.json" as const,
  body: { query, variables },
});

export const gid = (kind: string) =>
  z
    .string()
    .min(1)
    .describe(`Id of the ${kind.toLowerCase()}, such as \`gid://shopify/${kind}/1234567890\`.`);
export const page = {
  first: z.int().min(1).max(250).default(20).describe("Results on a page."),
  after: z.string().optional().describe("`endCursor` of the page before."),
};
export const searchFor = (examples: string) =>
  z.string().optional().describe(`Shopify's search, such as ${examples}.`);
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

export const dataOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject({ data: z.looseObject(shape) });
const record = z.looseObject({ id: z.string() });
export const nodesOf = (member: string) => dataOf({ [member]: z.looseObject({ nodes: z.array(record) }) });
export const oneOf = (member: string) => dataOf({ [member]: record.nullish() });

/** What a mutation returns. Shopify reports wrong input in `userErrors`. */
export const changeOf = (member: string) =>
  dataOf({ [member]: z.looseObject({ userErrors: z.array(z.looseObject({ message: z.string() })) }) });
/** How Shopify reports that a request failed: https://shopify.dev/docs/api/usage/response-codes */
export const failure = {
  path: "/errors",
  exists: true,
  messagePath: ["/errors/0/message", "/errors"],
  codePath: "/errors/0/extensions/code",
  kinds: {
    missingScope: ["ACCESS_DENIED"],
    rateLimited: ["THROTTLED"],
    downstreamUnavailable: ["INTERNAL_SERVER_ERROR"],
  },
} as const;
export const failureOf = (member: string) => ({
  ...failure,
  otherPaths: [`/data/${member}/userErrors`],
  messagePath: [...failure.messagePath, `/data/${member}/userErrors/0/message`],
});
export const userErrors = "userErrors { field message }";
