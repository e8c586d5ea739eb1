import { isHarmlessName, isHarmlessSentence, namesHarm } from "../harmless-words.ts";
import { textOf } from "../record.ts";
import type { ToolAnnotations } from "../tool.ts";
import type { DeclaredOperation } from "./document/list-operations.ts";
import { plainTextOf } from "./document/plain-text.ts";

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
    destructiveHint: replaces || method === "PATCH",
    idempotentHint: readOnlyHint || replaces,
    openWorldHint: true,
  };
}

/**
 * Derives hints of an operation. A POST may do anything, so it is destructive unless its texts say that it only adds or looks, or it goes to a
 * collection (decisions D19).
 */
export function annotateOperation({ method, path, declaration }: DeclaredOperation): ToolAnnotations {
  const annotations = annotationsOf(method);
  return {
    ...annotations,
    destructiveHint:
      annotations.destructiveHint || (!annotations.readOnlyHint && !isHarmless(path, declaration)),
  };
}

function isHarmless(path: string, declaration: DeclaredOperation["declaration"]): boolean {
  const operationId = textOf(declaration.operationId) ?? "";
  // Of `issues/create` and `users.messages.send`, the last part is the verb's.
  const own = operationId.split(/[/.:]/).at(-1) ?? "";
  const sentences = [plainTextOf(declaration.summary), plainTextOf(declaration.description)].filter(
    (text) => text !== undefined,
  );
  return (
    (isHarmlessName(own) || sentences.some(isHarmlessSentence) || isCollection(path)) &&
    ![operationId, path, plainTextOf(declaration.summary) ?? ""].some(namesHarm)
  );
}

/**
 * Whether a path ends in the plural of a thing: a POST adds to `/orders`, where one to `/orders/{id}/cancel` or `/orders/{id}/actions` does
 * something.
 */
const isCollection = (path: string): boolean =>
  /[^/{}]{2}(?<![sui])s$/i.test(path) && !/\b(?:actions|commands|operations)$/i.test(path);
