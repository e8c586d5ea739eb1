import { recordOf, textOf } from "../../record.ts";
import type { BodyProperty } from "../../tool.ts";
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

/** `contentType` counts only without `style`, `explode` and `allowReserved` (OpenAPI 3.1.1 §4.8.15.1.2). */
function formStyle(encoding: {
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
