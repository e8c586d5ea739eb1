import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createHandler } from "graphql-http";

// The handler refuses a schema of another copy of the library, and an import here would load its other build.
const { buildSchema, GraphQLError }: typeof import("graphql") = createRequire(import.meta.url)("graphql");

/** A GraphQL server of npm on loopback, and what reached it. */
export interface GraphqlServer {
  url: string;
  requests: {
    authorization: string | undefined;
    body: { query: string; variables: Record<string, unknown> };
  }[];
  /** Required as bearer token; null: none. */
  token: string | null;
  /** Whether it refuses to return its schema. */
  isClosed: boolean;
  /** Knows no `isOneOf`. */
  isOlder: boolean;
  close(): Promise<void>;
}

export const typeDefs = `
  enum State { OPEN CLOSED }
  input IssueInput { title: String!, state: State = OPEN, labels: [String!], parent: IssueInput }
  type Issue { id: ID! title: String! state: State! author: User labels: [String!]! broken: String }
  type User { login: String! email: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type IssueConnection { nodes: [Issue!]! pageInfo: PageInfo! totalCount: Int! }
  type IssuePayload { issue: Issue }
  type Query {
    "Finds an issue."
    issue(id: ID!): Issue
    issues(first: Int!, after: String, state: State): IssueConnection!
    listed(limit: Int = 10, offset: Int = 0): [Issue!]!
    secretIssue: Issue
    limited: String
    half: [Issue]
  }
  type Mutation { createIssue(input: IssueInput!): IssuePayload deleteIssue(id: ID!): Boolean! }
  type Subscription { issueCreated: Issue }`;

const makeIssue = (index: number) => ({
  id: String(index),
  title: `Issue ${index}`,
  state: index % 2 === 0 ? "OPEN" : "CLOSED",
  author: { login: "ada", email: "ada@example.com" },
  labels: ["bug"],
});
const all = Array.from({ length: 250 }, (_, index) => makeIssue(index));

const refuse = (message: string, code: string) => {
  throw new GraphQLError(message, { extensions: { code } });
};

const rootValue = {
  issue: ({ id }: { id: string }) => all[Number(id)] ?? refuse("There is no such issue.", "NOT_FOUND"),
  issues: ({ first, after }: { first: number; after?: string }) => {
    if (first > 100) {
      refuse("At most 100.", "BAD_USER_INPUT");
    }
    const from = Number(after ?? 0);
    const nodes = all.slice(from, from + first);
    const end = from + nodes.length;
    return {
      nodes,
      totalCount: all.length,
      pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
    };
  },
  // No page is larger than 40, whatever is asked for.
  listed: ({ limit, offset }: { limit: number; offset: number }) =>
    all.slice(offset, offset + Math.min(limit, 40)),
  secretIssue: () => refuse("Sign in first.", "UNAUTHENTICATED"),
  limited: () => refuse("Slow down.", "RATE_LIMITED"),
  half: () => [all[0], new GraphQLError("The second is gone.", { extensions: { code: "GONE" } })],
  createIssue: ({ input }: { input: Record<string, unknown> }) => ({
    issue: { ...makeIssue(1000), labels: [], ...input },
  }),
  deleteIssue: () => true,
};

export async function openGraphqlServer(): Promise<GraphqlServer> {
  const handle = createHandler({ schema: buildSchema(typeDefs), rootValue });
  const opened: GraphqlServer = {
    url: "",
    requests: [],
    token: null,
    isClosed: false,
    isOlder: false,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString();
    const { authorization } = request.headers;
    opened.requests.push({ authorization, body: JSON.parse(text) });
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (opened.token !== null && authorization !== `Bearer ${opened.token}`) {
      reply(401, { errors: [{ message: "Who are you?" }] });
    } else if (opened.isOlder && text.includes("isOneOf")) {
      reply(400, { errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] });
    } else if (opened.isClosed && text.includes("__schema")) {
      reply(400, { errors: [{ message: "Introspection is not allowed." }] });
    } else {
      const headers = { "content-type": "application/json", accept: request.headers.accept ?? "" };
      const { url = "", method = "" } = request;
      const [body, init] = await handle({ url, method, headers, body: text, raw: null, context: null });
      response.writeHead(init.status, init.headers).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return opened;
}
