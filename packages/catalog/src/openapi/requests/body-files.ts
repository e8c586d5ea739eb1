import type { JsonSchema } from "../../json-schema.ts";
import { mapMembers } from "../../nested-schemas.ts";
import { isRecord, listOf, recordOf, textOf, type UncheckedRecord, wordOf } from "../../record.ts";
import type { References } from "../document/references.ts";
import { tagAlternatives } from "../schemas/discriminator.ts";
import { typesOf } from "../schemas/schema-type.ts";
import { isUnknownType, mediaKind } from "./media-type.ts";

/** Whether a part of a multipart body is a file, or a list of files. */
export function isFile(property: unknown, references: References): boolean {
  const schema = references.followToRecord(property);
  if (!schema) {
    return false;
  }
  const file = withoutNull(schema, references);
  return isBinary(file) || isFileList(file, references);
}

/** The only alternative besides null: a file that may be left out is often written so. Else the schema itself. */
function withoutNull(schema: UncheckedRecord, references: References): UncheckedRecord {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const others = (Array.isArray(alternatives) ? alternatives : [])
    .map((one) => references.followToRecord(one))
    .filter((one) => one !== undefined && one.type !== "null");
  const [only] = others;
  return only !== undefined && others.length === 1 ? only : schema;
}

function isFileList(schema: UncheckedRecord, references: References): boolean {
  const items = references.followToRecord(schema.items);
  return items !== undefined && isBinary(items);
}

/** Files are `format: binary` in 3.0, `type: file` in 2.0, and a media type without an encoding in 3.1 (§4.8.14.3). */
export function isBinary(schema: UncheckedRecord): boolean {
  const types = typesOf(schema.type);
  if (types && !types.includes("string")) {
    return false;
  }
  if (schema.format === "binary" || wordOf(schema.type).toLowerCase() === "file") {
    return true;
  }
  const mediaType = textOf(schema.contentMediaType);
  return mediaType !== undefined && schema.contentEncoding === undefined && !mediaType.startsWith("text/");
}

/**
 * Whether a part is a file only because of the media type in its `encoding`, such as `image/png`: a document of 3.1 need not say more
 * (§4.8.15.2). A list is one of files.
 */
export function isFileByEncoding(property: unknown, contentType: string, references: References): boolean {
  const schema = withoutNull(references.followToRecord(property) ?? {}, references);
  const isList = typesOf(schema.type)?.includes("array") === true;
  const part = isList ? (references.followToRecord(schema.items) ?? {}) : schema;
  const isPlain = (typesOf(part.type) ?? []).every((type) => type === "string" || type === "null");
  const isDescribed = describing.some((keyword) => part[keyword] !== undefined);
  const types = contentType.split(",");
  return (
    isPlain && !isDescribed && types.every((type) => mediaKind(type) === "binary" && !isUnknownType(type))
  );
}

/** A part with one of these is no file. */
const describing = ["format", "contentEncoding", "enum", "const", "properties", "allOf", "anyOf", "oneOf"];

/** Whether a part of a multipart body is a file, also in an alternative of the body. */
export const hasFiles = (media: UncheckedRecord, references: References): boolean =>
  replaceFiles(media.schema, searchOf(media, references)) !== media.schema;

/**
 * Replaces the files of a multipart body that is one input, also those in `allOf`, `anyOf` and `oneOf`. Each becomes an object with `base64`,
 * by which it is told from a text: the binding does not name the parts.
 */
export function nameFiles(media: UncheckedRecord, references: References): unknown {
  const body = references.followToRecord(media.schema);
  return replaceFiles(body ?? media.schema, searchOf(media, references));
}

/** Schemas of one body that are looked at: one that many share is written out for each of them. */
const maximumSchemas = 1000;

interface Search {
  references: References;
  encoding: UncheckedRecord;
  /** The schemas that hold the one that is looked at. */
  holders: Set<UncheckedRecord>;
  schemasLeft: number;
}

const searchOf = ({ encoding }: UncheckedRecord, references: References): Search => ({
  references,
  encoding: recordOf(encoding),
  holders: new Set(),
  schemasLeft: maximumSchemas,
});

/** Returns the schema itself when it has no files. */
function replaceFiles(schema: unknown, search: Search): unknown {
  const { references, holders } = search;
  const object = references.followToRecord(schema);
  if (object === undefined || holders.has(object) || search.schemasLeft === 0) {
    return schema;
  }
  search.schemasLeft -= 1;
  holders.add(object);
  const replaced = mapMembers(object, (value, keyword) => replaceInKeyword(object, keyword, value, search));
  holders.delete(object);
  return replaced === object ? schema : replaced;
}

function replaceInKeyword(schema: UncheckedRecord, keyword: string, value: unknown, search: Search): unknown {
  switch (keyword) {
    case "properties":
      return isRecord(value)
        ? mapMembers(value, (property, name) => replaceFile(property, name, search))
        : value;
    case "additionalProperties":
      return isRecord(value) ? replaceFile(value, "", search) : value;
    case "allOf":
      return replaceInParts(listOf(value), search) ?? value;
    case "anyOf":
    case "oneOf":
      return replaceInAlternatives(schema, listOf(value), search) ?? value;
    default:
      return value;
  }
}

function replaceFile(property: unknown, name: string, { references, encoding }: Search): unknown {
  const contentType = textOf(recordOf(encoding[name]).contentType);
  return isFile(property, references) ||
    (contentType !== undefined && isFileByEncoding(property, contentType, references))
    ? namedFile(property, references)
    : property;
}

/** Undefined when nothing changes. A part that holds the schema itself is left out: it would refuse the objects, and it holds in any case. */
function replaceInParts(parts: readonly unknown[], search: Search): unknown[] | undefined {
  const others = parts.filter((part) => {
    const object = search.references.followToRecord(part);
    return object === undefined || !search.holders.has(object);
  });
  const replaced = others.map((part) => replaceFiles(part, search));
  const isSame = others.length === parts.length && replaced.every((part, index) => part === others[index]);
  return isSame ? undefined : replaced;
}

/** Undefined when nothing changes. An alternative that is written out keeps the values that a discriminator's mapping gives its reference. */
function replaceInAlternatives(
  schema: UncheckedRecord,
  members: readonly unknown[],
  search: Search,
): unknown[] | undefined {
  const replaced = members.map((member) => replaceFiles(member, search));
  if (replaced.every((alternative, index) => alternative === members[index])) {
    return undefined;
  }
  const wrapped = replaced.map((alternative) => ({ allOf: [alternative] }));
  const tagged = tagAlternatives(schema, [...members], wrapped, search.references);
  return replaced.map((alternative, index) =>
    alternative === members[index] || tagged[index] === wrapped[index] ? alternative : tagged[index],
  );
}

function namedFile(property: unknown, references: References): JsonSchema {
  const { anyOf, items, ...file } = fileSchema(property, references);
  const [, object] = (items === undefined ? anyOf : (items as JsonSchema).anyOf) as JsonSchema[];
  return items === undefined ? { ...object, ...file } : { ...file, items: { ...object } };
}

/** Input schema of a file: base64 text, or an object that also has a name. */
export function fileSchema(property: unknown, references: References): JsonSchema {
  const schema = references.followToRecord(property) ?? {};
  const description = textOf(schema.description) ?? "A file.";
  const file: JsonSchema = {
    anyOf: [
      { type: "string", contentEncoding: "base64", description: "The file's content as base64." },
      {
        type: "object",
        properties: {
          fileName: { type: "string" },
          contentType: { type: "string" },
          base64: { type: "string", contentEncoding: "base64" },
        },
        required: ["base64"],
        additionalProperties: false,
      },
    ],
  };
  const stated = withoutNull(schema, references);
  return isFileList(stated, references) || typesOf(stated.type)?.includes("array")
    ? { type: "array", items: file, description }
    : { ...file, description };
}
