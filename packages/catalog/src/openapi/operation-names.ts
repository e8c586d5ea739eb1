import { closeWithHash, toolSlug, toolSlugPrefix, toSnakeCase } from "../slugs.ts";
import type { DeclaredOperation } from "./document/list-operations.ts";
import { textOf } from "./document/record.ts";

/** What of an operation its name is made of. */
type NamedOperation = Pick<DeclaredOperation, "declaration" | "method" | "path">;

/** What an operation and its tool are called. */
export interface OperationName {
  operation: string;
  slug: string;
}

/**
 * Names all operations of a document (decisions D20). What was published keeps its slug: by method and path, or, where the
 * document has nothing at that place any more, by the operation's name, which has moved. Of operations that would have
 * the same name the first keeps it, the others are called by method and path.
 */
export function nameOperations(
  applicationSlug: string,
  operations: readonly NamedOperation[],
  published: ReadonlyMap<string, string>,
): OperationName[] {
  const keys = new Set(operations.map(keyOf));
  const takenSlugs = new Set([...published].filter(([key]) => keys.has(key)).map(([, slug]) => slug));
  const takenOperations = new Set<string>();
  return operations.map((declared) => {
    const operationKey = keyOf(declared);
    const kept = published.get(operationKey);
    const candidates = candidateNames(declared);
    const operation = candidates.find((name) => {
      if (takenOperations.has(name)) {
        return false;
      }
      return kept !== undefined || !takenSlugs.has(toolSlug(applicationSlug, name));
    });
    const last = candidates.at(-1) ?? "operation";
    const name = operation ?? withHash(last, operationKey);
    const slug =
      kept ??
      (operation === undefined
        ? closeWithHash(toolSlugPrefix(applicationSlug) + last, operationKey)
        : toolSlug(applicationSlug, name));
    takenOperations.add(name);
    takenSlugs.add(slug);
    return { operation: name, slug };
  });
}

const keyOf = ({ method, path }: NamedOperation): string => `${method} ${path}`;

function withHash(name: string, operationKey: string): string {
  return closeWithHash(name, operationKey);
}

function candidateNames({ declaration, method, path }: NamedOperation): string[] {
  const operationId = textOf(declaration.operationId);
  const byId = operationId === undefined ? "" : toSnakeCase(operationId);
  const byPath = toSnakeCase(`${method} ${path}`);
  return [byId, byPath].filter((name) => name !== "");
}
