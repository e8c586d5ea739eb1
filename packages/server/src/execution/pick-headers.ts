const kept = new Set([
  "age",
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "date",
  "deprecation",
  "etag",
  "expires",
  "last-modified",
  "retry-after",
  "server",
  "sunset",
  "traceparent",
]);

/** A longer value is left out: cut, it could keep a part of a secret that is not recognized any more. */
const maxCharacters = 200;
const maxHeaders = 30;

/** Ids that an application's support asks for, and how much of a budget is left. */
const keptNames = /^(?:[a-z0-9]+-){0,4}(?:request|correlation|trace)-?id$|^(?:x-)?rate-?limit(?:-[a-z-]*)?$/;

/**
 * Picks the headers of a response that a record of the history keeps (decisions D34): those that are known to carry no credentials.
 * Addresses (`location`, `link`) are left out, since an application may sign them.
 *
 * @param headers names in lower case
 * @returns at most 30; null when there is none
 */
export function pickHeaders(headers: Readonly<Record<string, string>>): Record<string, string> | null {
  const picked: Record<string, string> = {};
  let count = 0;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (count < maxHeaders && value.length <= maxCharacters && isKept(name)) {
      picked[name] = value;
      count++;
    }
  }
  return count === 0 ? null : picked;
}

/** The pattern is tried where it may match: most names are others. */
const isKept = (name: string): boolean =>
  kept.has(name) || ((name.endsWith("id") || name.includes("limit")) && keptNames.test(name));
