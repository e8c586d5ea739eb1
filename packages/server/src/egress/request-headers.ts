const acceptEncoding = "gzip, deflate, br, zstd";

/** Headers that the connection sets, not the caller (RFC 9110 §7.6.1). */
const ownHeaders = new Set([
  "host",
  "content-length",
  "accept-encoding",
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
]);

/** Builds the header list that is fastest in undici: name, value, name, value. */
export function flattenHeaders(
  headers: Record<string, string>,
  userAgent: string,
  mayBePacked: boolean,
): string[] {
  const flat = ["accept-encoding", mayBePacked ? acceptEncoding : "identity"];
  let hasUserAgent = false;
  for (const name of Object.keys(headers)) {
    const lowerCase = name.toLowerCase();
    const value = headers[name];
    if (value === undefined || ownHeaders.has(lowerCase)) {
      continue;
    }
    hasUserAgent ||= lowerCase === "user-agent";
    flat.push(lowerCase, value);
  }
  if (!hasUserAgent) {
    flat.push("user-agent", userAgent);
  }
  return flat;
}

/** Returns the list without the names for which `isLeftOut` is true. */
export function withoutHeaders(flat: readonly string[], isLeftOut: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index] ?? "";
    if (!isLeftOut(name)) {
      kept.push(name, flat[index + 1] ?? "");
    }
  }
  return kept;
}
