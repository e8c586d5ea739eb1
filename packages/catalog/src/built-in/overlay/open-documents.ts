import { type DeclaredOperation, listOperations } from "../../openapi/document/list-operations.ts";
import { checkDocument, isSwagger, readText } from "../../openapi/document/read-document.ts";
import { References } from "../../openapi/document/references.ts";
import { upgradeSwagger } from "../../openapi/document/upgrade-swagger.ts";
import { createNotes } from "../../openapi/notes.ts";
import type { UncheckedRecord } from "../../record.ts";
import { convertElasticsearch } from "../elasticsearch/convert-specification.ts";
import type { BuiltInApplication } from "./built-in-application.ts";
import { dropEmptyBodies, loosenSchemas } from "./repair-document.ts";

/** A document of an application, parsed, as OpenAPI 3. Its overlay changes it in place. */
export interface OpenedDocument {
  prefix: string | undefined;
  serverUrl: string | undefined;
  document: UncheckedRecord;
  operations: DeclaredOperation[];
}

/**
 * Parses the documents of an application. The operationIds of a document with a prefix begin with it from here on.
 *
 * @param texts by path
 */
export function openDocuments(
  { document: { files, format }, operationIds = [], loosen = false }: BuiltInApplication,
  texts: ReadonlyMap<string, string>,
): OpenedDocument[] {
  return files.map((file) => {
    const { path, prefix, serverUrl } =
      typeof file === "string" ? { path: file, prefix: undefined, serverUrl: undefined } : file;
    const text = texts.get(path) ?? "";
    const given =
      format === "elasticsearch" ? convertElasticsearch(JSON.parse(text)) : checkDocument(readText(text));
    const document = isSwagger(given) ? upgradeSwagger(given, createNotes()) : given;
    if (loosen) {
      loosenSchemas(document);
    }
    const { operations } = listOperations(document, new References(document));
    dropEmptyBodies(operations);
    for (const { declaration } of operations) {
      renameOperation(declaration, operationIds, prefix);
    }
    return { prefix, serverUrl, document, operations };
  });
}

function renameOperation(
  declaration: UncheckedRecord,
  rewrites: NonNullable<BuiltInApplication["operationIds"]>,
  prefix: string | undefined,
): void {
  if (typeof declaration.operationId !== "string") {
    return;
  }
  const name = rewrites.reduce(
    (id, { pattern, replacement }) => id.replace(new RegExp(pattern), replacement),
    declaration.operationId,
  );
  if (name === "") {
    delete declaration.operationId;
  } else {
    declaration.operationId = prefix === undefined ? name : `${prefix}_${name}`;
  }
}

/** Identifies an operation among all documents of the application. It becomes the tool's `operationKey`. */
export const operationKeyOf = (
  prefix: string | undefined,
  { method, path }: Pick<DeclaredOperation, "method" | "path">,
): string => withPrefix(prefix, `${method} ${path}`);

export const withPrefix = (prefix: string | undefined, operationKey: string): string =>
  prefix === undefined ? operationKey : `${prefix} ${operationKey}`;
