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

/** Changes the object in place: it was created for this response. */
export function joinHeaders(headers: IncomingHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== "string") {
      headers[name] = value === undefined ? "" : value.join(", ");
    }
  }
  return headers as Record<string, string>;
}
