import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { DescriptionError } from "../../description-error.ts";
import { isRecord, listOf, namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import type { Notes } from "../notes.ts";
import { References, referenceOf } from "./references.ts";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const formTypes = new Set(["multipart/form-data", "application/x-www-form-urlencoded"]);
const places = new Set(["path", "query", "header", "body", "formData"]);

/**
 * Converts a Swagger 2.0 document to OpenAPI 3.0. The library throws at null operations and at parameters without a place, and
 * it loses shared body parameters. Operations are corrected first.
 *
 * @param files the values of the files that were read with it, by address. Default: none.
 */
export function upgradeSwagger(
  document: UncheckedRecord,
  notes: Notes,
  files?: ReadonlyMap<string, unknown>,
): UncheckedRecord {
  const references = new References(document, files);
  const paths = namedEntriesOf(document.paths).map(([path, item]) => [
    path,
    // A path that is in another file is told with the operations that are skipped.
    references.follow(item) === undefined
      ? item
      : preparePathItem(recordOf(references.follow(item)), path, document.consumes, references, notes),
  ]);
  const { parameters: _parameters, ...rest } = document;
  const prepared = {
    ...rest,
    swagger: "2.0",
    consumes: mediaTypes(document.consumes),
    produces: mediaTypes(document.produces),
    paths: Object.fromEntries(paths),
  };
  const upgraded: unknown = upgradeOrExplain(prepared);
  return recordOf(upgraded);
}

function upgradeOrExplain(document: UncheckedRecord): unknown {
  try {
    return upgradeFromTwoToThree(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DescriptionError(`The Swagger 2.0 document cannot be read: ${reason}.`);
  }
}

function preparePathItem(
  item: UncheckedRecord,
  path: string,
  documentConsumes: unknown,
  references: References,
  notes: Notes,
): UncheckedRecord {
  const shared = prepareParameters(item.parameters, path, references, notes);
  const operations = Object.entries(item)
    .filter((entry): entry is [string, UncheckedRecord] => methods.has(entry[0]) && isRecord(entry[1]))
    .map(([method, operation]) => {
      const own = prepareParameters(
        operation.parameters,
        `${method.toUpperCase()} ${path}`,
        references,
        notes,
      );
      const names = new Set(own.map(nameParameter));
      const inherited = shared.filter((parameter) => !names.has(nameParameter(parameter)));
      const body = own.some((parameter) => parameter.in === "body");
      const parameters = [...inherited.filter((parameter) => !(body && parameter.in === "body")), ...own];
      return [
        method,
        {
          ...operation,
          consumes: consumedTypes(operation.consumes ?? documentConsumes, parameters),
          ...(operation.produces === undefined ? {} : { produces: mediaTypes(operation.produces) }),
          parameters: parameters.map((parameter) => ({ ...parameter })),
          responses: prepareResponses(operation.responses, references),
        },
      ];
    });
  return Object.fromEntries(operations);
}

function prepareParameters(
  parameters: unknown,
  place: string,
  references: References,
  notes: Notes,
): UncheckedRecord[] {
  return listOf(parameters).flatMap((parameter) => {
    const resolved = references.followToRecord(parameter);
    if (resolved && typeof resolved.in === "string" && places.has(resolved.in)) {
      noteListFormat(resolved, place, notes);
      // The library forgets that a list of a form has commas, too, where the document states nothing.
      const isForm = resolved.in === "formData" && resolved.collectionFormat === undefined;
      return [isForm ? { ...resolved, collectionFormat: "csv" } : resolved];
    }
    notes.addAt(
      resolved === undefined
        ? `A parameter was left out, because it refers to ${referenceOf(parameter)}, which is not in the document`
        : "A parameter without a known place was left out",
      place,
    );
    return [];
  });
}

const separators: Readonly<Record<string, string>> = { tsv: "tabs", ssv: "spaces", pipes: "pipes" };

/** OpenAPI 3 has no style for tabs, and none for other separators than commas outside of queries and forms. */
function noteListFormat(parameter: UncheckedRecord, place: string, notes: Notes): void {
  const { type, collectionFormat } = parameter;
  const separator = separators[String(collectionFormat)];
  const isSimple = parameter.in === "path" || parameter.in === "header";
  if (type === "array" && separator !== undefined && (isSimple || collectionFormat === "tsv")) {
    const sent = isSimple ? "it is sent with commas" : "each item is sent as a parameter of its own";
    notes.addAt(`A list cannot be sent there separated by ${separator}; ${sent}`, place);
  }
}

function prepareResponses(responses: unknown, references: References): UncheckedRecord {
  return Object.fromEntries(
    namedEntriesOf(responses).flatMap(([status, response]) => {
      const resolved = references.followToRecord(response);
      return resolved ? [[status, { ...resolved }]] : [];
    }),
  );
}

/** Media type of a form that states none: multipart with files, else urlencoded (Swagger 2.0, `in: formData`). */
function consumedTypes(consumes: unknown, parameters: UncheckedRecord[]): string[] {
  const types = mediaTypes(consumes);
  const form = parameters.filter((parameter) => parameter.in === "formData");
  if (form.length === 0 || types.some((type) => formTypes.has(type))) {
    return types;
  }
  return [
    form.some((parameter) => parameter.type === "file")
      ? "multipart/form-data"
      : "application/x-www-form-urlencoded",
  ];
}

function mediaTypes(value: unknown): string[] {
  const list = listOf(value).filter((item) => typeof item === "string");
  return list.length > 0 ? list : ["application/json"];
}

/** Encoded as JSON, because a broken document may have a name of any type. */
const nameParameter = (parameter: UncheckedRecord): string => JSON.stringify([parameter.in, parameter.name]);
