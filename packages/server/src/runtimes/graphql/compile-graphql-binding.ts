import type { GraphqlBinding, ResponseFailure } from "@bowline/catalog";
import { namesInherited } from "../../names-inherited.ts";
import { type CompiledHttpTool, compileHttpBinding } from "../http/compile-binding.ts";
import { writeSelection } from "./write-selection.ts";

/** Servers that know the newer `application/graphql-response+json` would use other statuses than 200 for errors. */
const accept = "application/json, application/graphql-response+json;q=0.9";

/** Errors in a response with status 200. Their codes are those of Apollo, Hasura, Linear, Shopify and GitHub (`type`). */
const failure: ResponseFailure = {
  path: "/errors",
  exists: true,
  messagePath: ["/errors/0/message", "/errors/1/message", "/errors/2/message"],
  dataPath: "/data",
  codePath: ["/errors/0/extensions/code", "/errors/0/type"],
  kinds: {
    authorizationExpired: [
      "UNAUTHENTICATED",
      "AUTHENTICATION_ERROR",
      "AUTHENTICATION_REQUIRED",
      "UNAUTHORIZED",
      "INVALID_TOKEN",
      "invalid-jwt",
    ],
    missingScope: ["INSUFFICIENT_SCOPES", "INSUFFICIENT_SCOPE", "MISSING_SCOPE"],
    rateLimited: ["RATE_LIMITED", "RATELIMITED", "RATE_LIMIT_EXCEEDED", "THROTTLED", "TOO_MANY_REQUESTS"],
    downstreamUnavailable: ["SERVICE_UNAVAILABLE"],
    timeout: ["TIMEOUT", "GATEWAY_TIMEOUT"],
  },
};

/** Compiles the POST request of a field (GraphQL over HTTP §5.4). Its document is the same in every call without chosen fields. */
export function compileGraphqlBinding(binding: GraphqlBinding): CompiledHttpTool {
  const { operationType, field, selection, path, authentications } = binding;
  const http = compileHttpBinding({
    kind: "http",
    method: "POST",
    serverUrl: null,
    path,
    parameters: [],
    body: null,
    accept,
    authentications,
    failure,
  });
  const begin = `${operationType} ${field}${writeDefinitions(binding)} { ${field}${writeArguments(binding)}`;
  const query = (fields: string): string =>
    selection === null ? `${begin} }` : `${begin} ${selection.before}${fields}${selection.after} }`;
  const usual = query(selection?.default ?? "");
  const body = (input: Readonly<Record<string, unknown>>) => {
    const chosen = selection === null ? undefined : input[selection.input];
    const isChosen = selection !== null && Array.isArray(chosen) && chosen.length > 0;
    const request = {
      query: isChosen ? query(writeSelection(selection, chosen.map(String))) : usual,
      operationName: field,
      variables: collectVariables(binding, input),
    };
    return { contentType: "application/json", body: JSON.stringify(request) };
  };
  // The endpoint's address is the server's. A slash is only added when the endpoint's own address ends with one.
  return { ...http, namesInherited: namesInherited(binding), path: path.startsWith("/") ? ["/"] : [], body };
}

function writeDefinitions({ arguments: list }: GraphqlBinding): string {
  return list.length === 0 ? "" : `(${list.map(({ name, type }) => `$${name}: ${type}`).join(", ")})`;
}

function writeArguments({ arguments: list }: GraphqlBinding): string {
  return list.length === 0 ? "" : `(${list.map(({ name }) => `${name}: $${name}`).join(", ")})`;
}

/** An input that is left out is no variable, so that the argument's default counts. */
function collectVariables(
  { arguments: list, pageSize }: GraphqlBinding,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const sized = pageSize?.unless.every((name) => input[name] == null) ? pageSize : undefined;
  const variables: Record<string, unknown> = {};
  for (const argument of list) {
    const value = input[argument.input];
    if (value == null && argument.input === sized?.input) {
      variables[argument.name] = sized.size;
    } else if (value !== undefined) {
      variables[argument.name] = value;
    }
  }
  return variables;
}
