import type { DeclaredOperation } from "../../openapi/document/list-operations.ts";
import { type OpenedDocument, operationKeyOf } from "./open-documents.ts";

/** An operation and the document that holds it. */
export interface FoundOperation {
  document: OpenedDocument;
  operation: DeclaredOperation;
  key: string;
}

/** Finds operations by what an overlay calls them, and notes names that fit nothing. */
export interface OperationFinder {
  /** All operations that a pattern names. `*` in it stands for any text. */
  findAll(pattern: string, place: string): FoundOperation[];
  /** The one operation of that name. */
  findOne(name: string, place: string): FoundOperation | undefined;
}

export function createOperationFinder(
  documents: readonly OpenedDocument[],
  problems: string[],
): OperationFinder {
  const all = documents.flatMap((document) =>
    document.operations.map((operation) => ({
      document,
      operation,
      key: operationKeyOf(document.prefix, operation),
    })),
  );
  const findAll: OperationFinder["findAll"] = (pattern, place) => {
    const found = all.filter((one) => isMatch(pattern, one));
    if (found.length === 0) {
      problems.push(`${place}: the document has no operation ${JSON.stringify(pattern)}`);
    }
    return found;
  };
  return {
    findAll,
    findOne(name, place) {
      const found = findAll(name, place);
      if (found.length > 1) {
        const keys = found.slice(0, 5).map(({ key }) => key);
        problems.push(
          `${place}: ${JSON.stringify(name)} names ${found.length} operations: ${keys.join(", ")}`,
        );
      }
      return found[0];
    },
  };
}

function isMatch(
  pattern: string,
  { operation: { method, path, declaration }, key }: FoundOperation,
): boolean {
  const names = [`${method} ${path}`, key, declaration.operationId].filter(
    (name) => typeof name === "string",
  );
  if (!pattern.includes("*")) {
    return names.includes(pattern);
  }
  const expression = new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}$`);
  return names.some((name) => expression.test(name));
}
