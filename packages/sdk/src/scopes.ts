import type { CreateServiceClient } from "./types.generated.ts";

/** What a token may be good for, from the least to the most. */
export const scopes: CreateServiceClient["scopes"] = [
  "tools:read",
  "tools:execute",
  "connections:read",
  "connections:write",
  "toolsets:read",
  "toolsets:write",
  "history:read",
  "admin",
];
