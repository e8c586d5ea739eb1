import { ApiError } from "../api-error.ts";
import { decodeUtf8 } from "../entry/read-bytes.ts";
import { isObject } from "../runtimes/is-object.ts";
import { parseJson } from "./parse-json.ts";
import { sliceMember } from "./slice-member.ts";

/** The body of an import, without the members that may be large. Texts are cheaper to pass between threads than objects. */
export interface SplitBody {
  /** The body as JSON. Its `document`, `text` and `schema` are empty. */
  restJson: string;
  /** The member `document` as it was sent; null when it is no object. */
  document: string | null;
  /** The member `text`; null when it is no text. */
  text: string | null;
  /** The member `schema`; absent when it is no text. */
  schema?: string;
}

/** A refusal is the message of an `INVALID_REQUEST`. */
export type SplitResult = { body: SplitBody } | { refusal: string };

const maxRestLength = 256 * 1024;

/** Takes the description out of an import's body. */
export function splitImportBody(bytes: Uint8Array): SplitResult {
  try {
    const sent = decodeUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { body: split(parseJson(sent), sent) };
  } catch (error) {
    if (error instanceof ApiError) {
      return { refusal: error.message };
    }
    throw error;
  }
}

function split(body: unknown, sent: string): SplitBody {
  const { document, text, schema, ...rest } = isObject(body) ? body : {};
  const restJson = isObject(body)
    ? JSON.stringify({
        ...rest,
        ...("document" in body && { document: empty(document) }),
        ...("text" in body && { text: empty(text) }),
        ...("schema" in body && { schema: empty(schema) }),
      })
    : JSON.stringify(body);
  if (restJson.length > maxRestLength) {
    const message = `The body without its document is larger than ${maxRestLength} characters.`;
    throw new ApiError("INVALID_REQUEST", message);
  }
  return {
    restJson,
    document: sliceDocument(body, sent),
    text: typeof text === "string" ? text : null,
    ...(typeof schema === "string" && { schema }),
  };
}

/** Returns the member `document` as it was sent; null when it is no object. */
export const sliceDocument = (body: unknown, sent: string): string | null =>
  isObject(body) && isObject(body.document) ? sliceMember(sent, "document") : null;

/** An empty value of the same type, so that a wrong type is still found. */
function empty(value: unknown): unknown {
  if (Array.isArray(value)) {
    return [];
  }
  return isObject(value) ? {} : typeof value === "string" ? "" : value;
}
