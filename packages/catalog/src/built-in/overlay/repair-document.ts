import type { DeclaredOperation } from "../../openapi/document/list-operations.ts";
import { isRecord, recordOf, type UncheckedRecord } from "../../record.ts";

/** Removes bodies without a schema from operations that send none (RFC 9110 §9.3.1). Some documents state one everywhere. */
export function dropEmptyBodies(operations: readonly DeclaredOperation[]): void {
  for (const { method, declaration } of operations) {
    const contents = Object.values(recordOf(recordOf(declaration.requestBody).content));
    if (method === "GET" && contents.every((content) => recordOf(content).schema === undefined)) {
      delete declaration.requestBody;
    }
  }
}

/**
 * Opens closed objects and turns `oneOf` into `anyOf`, in the whole document. For a document whose schemas contradict themselves:
 * it closes objects that it combines by `allOf`, or its alternatives overlap, so that no input fits.
 */
export function loosenSchemas(value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach(loosenSchemas);
    return;
  }
  if (!isRecord(value)) {
    return;
  }
  const schema: UncheckedRecord = value;
  if (schema.additionalProperties === false) {
    delete schema.additionalProperties;
  }
  if (Array.isArray(schema.oneOf) && schema.anyOf === undefined) {
    schema.anyOf = schema.oneOf;
    delete schema.oneOf;
  }
  Object.values(schema).forEach(loosenSchemas);
}
