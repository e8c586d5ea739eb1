import type { ToolAnnotations } from "../tool.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

/**
 * Hints from the method alone (RFC 9110 §9.2). A POST whose name says that it searches still counts as writing: a
 * description is no proof, and a key narrowed to reading must not write.
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
