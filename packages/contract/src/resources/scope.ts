import { z } from "zod";

/** The scopes of an access token that let it call operations (decisions D58). */
export const operationScopes = [
  "tools:read",
  "tools:execute",
  "connections:read",
  "connections:write",
  "toolsets:read",
  "toolsets:write",
  "history:read",
  "admin",
] as const;

export const operationScope = z.enum(operationScopes);

/** A scope that an operation may ask for. */
export type OperationScope = z.infer<typeof operationScope>;

/** What a request without a scope gets (decisions D58). */
export const defaultScopes: readonly OperationScope[] = ["tools:read", "tools:execute", "connections:read"];
