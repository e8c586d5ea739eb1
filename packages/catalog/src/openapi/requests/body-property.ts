import { namedEntriesOf, recordOf, textOf } from "../../record.ts";
import type { BodyMember, BodyProperty } from "../../tool.ts";
import type { References } from "../document/references.ts";
import { typesOf } from "../schemas/schema-type.ts";
import { isFile, isFileByEncoding } from "./body-files.ts";
import type { MediaEntry } from "./choose-media-type.ts";
import { isConcrete, mediaKind } from "./media-type.ts";

const formStyles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const;
const maximumDepth = 12;

/** Builds the binding of one body property, with the `encoding` of the media type. */
export function bindBodyProperty(
  name: string,
  input: string,
  property: unknown,
  entry: MediaEntry,
  references: References,
): BodyProperty {
  const encoding = recordOf(recordOf(entry.media.encoding)[name]);
  if (entry.kind === "form") {
    return { name, input, ...formStyle(encoding) };
  }
  if (entry.kind !== "multipart") {
    return { name, input };
  }
  const stated = textOf(encoding.contentType);
  const file =
    isFile(property, references) || (stated !== undefined && isFileByEncoding(property, stated, references));
  // An encoding may list several media types. The first one is used.
  const contentType =
    stated?.split(",", 1)[0]?.trim() ??
    (!file && isStructured(property, references) ? "application/json" : undefined);
  return {
    name,
    input,
    ...(file ? { file } : {}),
    ...(contentType === undefined || !isConcrete(contentType) ? {} : { contentType }),
    ...(!file && encoding.explode === false ? formStyle(encoding) : {}),
  };
}

/**
 * Builds the bindings of the properties with an `encoding`, for a form or multipart body that is one input. Which of them are files is seen when
 * they are given.
 */
export function bindEncodedProperties(
  entry: MediaEntry,
  references: References,
): NonNullable<BodyMember["encoded"]> {
  const properties = recordOf(references.followToRecord(entry.media.schema)?.properties);
  return namedEntriesOf(entry.media.encoding).flatMap(([name]) => {
    const {
      input: _input,
      file: _file,
      ...bound
    } = bindBodyProperty(name, "", properties[name], entry, references);
    return Object.keys(bound).length > 1 ? [bound] : [];
  });
}

/** `contentType` counts only without `style`, `explode` and `allowReserved` (OpenAPI 3.1.1 §4.8.15.1.2). */
export function formStyle(encoding: {
  [member: string]: unknown;
}): Pick<BodyProperty, "style" | "explode" | "contentType"> {
  const style = formStyles.find((known) => known === encoding.style);
  const contentType = textOf(encoding.contentType);
  const isStyled = [encoding.style, encoding.explode, encoding.allowReserved].some(
    (stated) => stated !== undefined,
  );
  if (!isStyled && contentType !== undefined && mediaKind(contentType) === "json") {
    return { contentType };
  }
  return {
    ...(style === undefined ? {} : { style }),
    ...(typeof encoding.explode === "boolean" ? { explode: encoding.explode } : {}),
  };
}

/** Whether a part is an object or a list of objects. They are sent as JSON parts (OpenAPI 3.1 §4.8.14.4). */
export function isStructured(property: unknown, references: References, depth = 0): boolean {
  const schema = references.followToRecord(property);
  // Lists of lists may refer to themselves.
  if (!schema || depth > maximumDepth) {
    return false;
  }
  const types = typesOf(schema.type);
  if (types?.includes("array")) {
    return isStructured(schema.items, references, depth + 1);
  }
  return (
    types?.includes("object") === true ||
    (types === null && (schema.properties ?? schema.allOf) !== undefined)
  );
}
