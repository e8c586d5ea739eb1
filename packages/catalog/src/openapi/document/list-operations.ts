import { isRecord, namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import { isHttpToken } from "./http-token.ts";
import { type References, referenceOf } from "./references.ts";

/** An operation of the document, with its place. */
export interface DeclaredOperation {
  /** Upper case. */
  method: string;
  /** As the document writes it. */
  path: string;
  declaration: UncheckedRecord;
  pathItem: UncheckedRecord;
}

/** An operation, or a whole path, that cannot become a tool. */
export interface Skipped {
  operation: string;
  reason: string;
}

/** Of a path or a name. A longer one is no key of an index of the database. */
export const maxOperationLength = 1000;
const shownLength = 100;

/** Methods of a Path Item Object. `query` is new in OpenAPI 3.2. */
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Lists all operations in the document's order, without webhooks and callbacks, which the application calls itself. */
export function listOperations(
  document: UncheckedRecord,
  references: References,
): { operations: DeclaredOperation[]; skipped: Skipped[] } {
  const operations: DeclaredOperation[] = [];
  const skipped: Skipped[] = [];
  for (const [path, value] of namedEntriesOf(document.paths)) {
    if (path.startsWith("x-")) {
      continue;
    }
    if (path.length > maxOperationLength) {
      skipped.push(skipLong(path));
      continue;
    }
    const pathItem = followWhole(value, references);
    if (!pathItem) {
      skipped.push({
        operation: path,
        reason: `the path refers to ${referenceOf(value)}, which is not in the document`,
      });
      continue;
    }
    for (const [method, value] of methodsOf(pathItem)) {
      const operation = `${method} ${path}`;
      const declaration = followWhole(value, references);
      if (!isRecord(value)) {
        skipped.push({ operation, reason: "it is not an object" });
      } else if (!declaration) {
        skipped.push({
          operation,
          reason: `it refers to ${referenceOf(value)}, which is not in the document`,
        });
      } else if (method === "TRACE") {
        skipped.push({ operation, reason: "TRACE only echoes a request" });
      } else {
        operations.push({ method, path, declaration, pathItem });
      }
    }
  }
  return { operations, skipped };
}

/** @param operation longer than `maxOperationLength` */
export const skipLong = (operation: string): Skipped => ({
  operation: `${operation.slice(0, shownLength).toWellFormed()}…`,
  reason: `it is longer than ${maxOperationLength} characters`,
});

/**
 * A Path Item may have a `$ref` besides its own members (OpenAPI 3.1 §4.8.9.1). Documents that are written in several files have one in
 * operations, too.
 */
function followWhole(value: unknown, references: References): UncheckedRecord | undefined {
  const target = references.followToRecord(value);
  if (!target || !isRecord(value) || target === value) {
    return target;
  }
  const { $ref: _reference, ...own } = value;
  return { ...target, ...own };
}

function methodsOf(pathItem: UncheckedRecord): [method: string, declaration: unknown][] {
  const fixed = Object.entries(pathItem).filter(([name]) => methods.includes(name));
  const additional = namedEntriesOf(recordOf(pathItem.additionalOperations)).filter(([name]) =>
    isHttpToken(name),
  );
  return [...fixed, ...additional].map(([name, declaration]) => [name.toUpperCase(), declaration]);
}
