import { isObject } from "../is-object.ts";
import { inputError } from "../request-build-error.ts";

export interface FileInput {
  content: Buffer;
  fileName: string | null;
  contentType: string | null;
}

/** Digits, and what fills the last group of four. */
const base64Text = /^([A-Za-z0-9+/_-]*)={0,2}$/;

/** Reads a file given as base64 text or as `{fileName?, contentType?, base64}`. @throws RequestBuildError when it is neither. */
export function readFile(value: unknown, input: string): FileInput {
  if (typeof value === "string") {
    return { content: decodeBase64(value, input), fileName: null, contentType: null };
  }
  if (!isObject(value) || typeof value.base64 !== "string") {
    throw inputError(
      input,
      "must be a file: base64 text, or an object with `base64`, `fileName` and `contentType`.",
    );
  }
  return {
    content: decodeBase64(value.base64, input),
    fileName: optionalText(value.fileName, input, "fileName"),
    contentType: optionalText(value.contentType, input, "contentType"),
  };
}

/** @throws RequestBuildError when a type would end its header */
export function checkMediaType(type: string, input: string): void {
  if (!/^[\x20-\x7e]+$/.test(type)) {
    throw inputError(input, "has a `contentType` that is not a media type.");
  }
}

/** Checks the text first, because Buffer.from skips invalid characters. A file must not be changed silently. */
function decodeBase64(text: string, input: string): Buffer {
  const compact = /\s/.test(text) ? text.replace(/\s+/g, "") : text;
  const [, digits] = base64Text.exec(compact) ?? [];
  if (digits === undefined || digits.length % 4 === 1) {
    throw inputError(input, "is not valid base64.");
  }
  return Buffer.from(compact, "base64");
}

function optionalText(value: unknown, input: string, member: string): string | null {
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value !== "string") {
    throw inputError(input, `has a \`${member}\` that is not a text.`);
  }
  return value;
}
