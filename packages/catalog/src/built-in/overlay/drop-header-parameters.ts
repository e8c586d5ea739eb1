import { References } from "../../openapi/document/references.ts";
import { listOf, textOf, type UncheckedRecord } from "../../record.ts";
import type { OpenedDocument } from "./open-documents.ts";

/** Removes the header parameters that the application sends by itself. Header names ignore case (RFC 9110 §5.1). */
export function dropHeaderParameters(
  names: readonly string[],
  { document, operations }: OpenedDocument,
): void {
  if (names.length === 0) {
    return;
  }
  const references = new References(document);
  const dropped = new Set(names.map((name) => name.toLowerCase()));
  const isKept = (parameter: unknown): boolean => {
    const declared = references.followToRecord(parameter);
    return declared?.in !== "header" || !dropped.has((textOf(declared.name) ?? "").toLowerCase());
  };
  const keepOthers = (owner: UncheckedRecord): void => {
    if (owner.parameters !== undefined) {
      owner.parameters = listOf(owner.parameters).filter(isKept);
    }
  };
  for (const { declaration, pathItem } of operations) {
    keepOthers(declaration);
    keepOthers(pathItem);
  }
}
