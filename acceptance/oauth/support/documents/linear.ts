import type { JsonObject } from "../../../support/records.ts";
import { describeApi, operation, text } from "./operation.ts";

/** Linear's GraphQL endpoint, as one operation that takes a query. */
export function describeLinear(origin: string): JsonObject {
  return describeApi({
    title: "Linear",
    origin,
    signIn: { authorizationPath: "/oauth/authorize", tokenPath: "/oauth/token" },
    scopes: ["read", "write", "issues:create"],
    facts: {
      scopeSeparator: ",",
      revocationUrl: `${origin}/oauth/revoke`,
      account: {
        url: `${origin}/graphql`,
        method: "POST",
        body: { query: "{ viewer { email name } }" },
        labelPaths: ["/data/viewer/email"],
      },
    },
    paths: {
      "/graphql": {
        post: operation("graphql_query", "Ask or change", {
          body: { query: text, variables: { type: "object", additionalProperties: true } },
          required: ["query"],
        }),
      },
    },
  });
}
