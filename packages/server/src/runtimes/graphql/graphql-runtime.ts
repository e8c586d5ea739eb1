import type { GraphqlBinding } from "@bowline/catalog";
import { openHttpTool } from "../http/http-runtime.ts";
import type { HttpParts } from "../http/run-http.ts";
import type { Runtime } from "../runtime.ts";
import { compileGraphqlBinding } from "./compile-graphql-binding.ts";

/** Runs tools that are fields of a GraphQL endpoint. Each call is one HTTP request, so it is sent, read and shown like one. */
export function openGraphqlRuntime(parts: HttpParts): Runtime<GraphqlBinding> {
  return { compile: (binding) => openHttpTool(parts, compileGraphqlBinding(binding)) };
}
