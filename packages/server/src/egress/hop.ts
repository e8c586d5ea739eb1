import { errors } from "undici";
import type { Target } from "./origin-table.ts";

/** One request on its way to one origin. A redirect makes another hop. */
export interface Hop {
  target: Target;
  method: string;
  /** Name, value, name, value. */
  headers: string[];
  body: string | Buffer | null;
}

export type IncomingHeaders = Record<string, string | string[] | undefined>;

/** Of all headers of a response together, in characters. As much as Node itself takes. */
const maxHeaderLength = 16_384;

/**
 * Changes the object in place: it was created for this response.
 *
 * @throws HeadersOverflowError, which undici gives back to the handler
 */
export function joinHeaders(headers: IncomingHeaders): Record<string, string> {
  let length = 0;
  for (const name in headers) {
    let value = headers[name];
    if (typeof value !== "string") {
      value = value === undefined ? "" : value.join(", ");
      headers[name] = value;
    }
    length += name.length + value.length;
  }
  if (length > maxHeaderLength) {
    throw new errors.HeadersOverflowError();
  }
  return headers as Record<string, string>;
}
