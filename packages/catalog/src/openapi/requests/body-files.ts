import type { JsonSchema } from "../../json-schema.ts";
import { isRecord, namedEntriesOf, textOf, type UncheckedRecord, wordOf } from "../../record.ts";
import type { References } from "../document/references.ts";
import type { FlatObject } from "../schemas/flatten-object.ts";
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

export function hasFiles(flat: FlatObject | null, references: References): boolean {
  return flat !== null && [...flat.properties.values()].some((property) => isFile(property, references));
}

/**
 * Replaces the files of a multipart body that is one input. Each becomes an object with `base64`, by which it is told from a text:
 * the binding does not name the parts.
 */
export function nameFiles(schema: unknown, references: References): unknown {
  const object = references.followToRecord(schema);
  if (object === undefined) {
    return schema;
  }
  const replace = (property: unknown) =>
    isFile(property, references) ? namedFile(property, references) : property;
  const { properties, additionalProperties } = object;
  const named = isRecord(properties)
    ? {
        properties: Object.fromEntries(namedEntriesOf(properties).map(([name, one]) => [name, replace(one)])),
      }
    : {};
  const others = isRecord(additionalProperties)
    ? { additionalProperties: replace(additionalProperties) }
    : {};
  return { ...object, ...named, ...others };
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
