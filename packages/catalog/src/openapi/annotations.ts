import type { ToolAnnotations } from "../tool.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

/**
 * Derives hints from the method alone (RFC 9110 §9.2). A POST that is named like a search still counts as writing: a name
 * proves nothing, and a read-only key must not write.
 */
export function annotationsOf(method: string): ToolAnnotations {
  const readOnlyHint = reading.has(method);
  const replaces = method === "PUT" || method === "DELETE";
  return {
    readOnlyHint,
    destructiveHint: replaces,
    idempotentHint: readOnlyHint || replaces,
    openWorldHint: true,
  };
}
