import { toSnakeCase } from "../slugs.ts";
import type { GraphqlBinding, ToolAnnotations } from "../tool.ts";

const destroying = new Set([
  "delete",
  "remove",
  "destroy",
  "purge",
  "erase",
  "wipe",
  "drop",
  "clear",
  "revoke",
  "uninstall",
  "truncate",
  "reset",
  "flush",
  "prune",
  "expunge",
  "discard",
]);

/** A query has no side effects (GraphQL §6.2.1). Only its name says that a mutation deletes. */
export function annotateField(operationType: GraphqlBinding["operationType"], name: string): ToolAnnotations {
  const readOnlyHint = operationType === "query";
  const destructiveHint =
    !readOnlyHint &&
    toSnakeCase(name)
      .split("_")
      .some((word) => destroying.has(word));
  return { readOnlyHint, destructiveHint, idempotentHint: readOnlyHint, openWorldHint: true };
}
