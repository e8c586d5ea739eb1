import type { Json } from "@bowline/catalog";
import { encodeComponent } from "../percent-encode.ts";
import { masked, maskText, maskValue } from "../secret-texts.ts";
import type { BuiltHttpRequest } from "./build-request.ts";

/**
 * The request as a person may see it (decisions D36): `{method, url, headers, body}` with every secret as `***`. A JSON body is
 * shown as JSON, bytes as `{contentType, sizeBytes}`.
 */
export function maskHttpRequest(built: BuiltHttpRequest): Json {
  return {
    method: built.method,
    // What was masked before the request was built is percent-encoded in an address.
    url: maskUrl(built).replaceAll(encodeComponent(masked), masked),
    headers: maskHeaders(built),
    body: maskBody(built),
  };
}

function maskUrl(built: BuiltHttpRequest): string {
  const start = built.url.indexOf("?");
  if (start < 0) {
    return maskText(built.url, built.secretTexts);
  }
  const query = maskPairs(built.url.slice(start + 1).split("&"), built.credentialQuery).join("&");
  return maskText(`${built.url.slice(0, start)}?${query}`, built.secretTexts);
}

/** Whole values: a credential may be too short to be looked for. */
function maskPairs(pairs: string[], names: readonly string[]): string[] {
  const keys = names.map(encodeComponent);
  return pairs.map((pair) => {
    const key = pair.slice(0, pair.indexOf("="));
    return keys.includes(key) ? `${key}=${masked}` : pair;
  });
}

function maskHeaders(built: BuiltHttpRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(built.headers)) {
    headers[name] = maskHeader(name, value, built);
  }
  return headers;
}

/** What stands before the secret, such as `Bearer`, is shown; where no secret is found in a credential, nothing is. */
function maskHeader(name: string, value: string, built: BuiltHttpRequest): string {
  const isCredential = built.credentialHeaders.includes(name);
  if (name === "cookie" && !isCredential) {
    return maskText(maskPairs(value.split("; "), built.credentialCookies).join("; "), built.secretTexts);
  }
  const clean = maskText(value, built.secretTexts).replace(/\*{3}=+$/, masked);
  return isCredential && clean === value ? masked : clean;
}

function maskBody({ body, headers, secretTexts }: BuiltHttpRequest): Json {
  const contentType = headers["content-type"] ?? "";
  if (body === null) {
    return null;
  }
  if (Buffer.isBuffer(body)) {
    return { contentType, sizeBytes: body.length };
  }
  if (contentType.includes("json")) {
    return maskValue(JSON.parse(body), secretTexts) as Json;
  }
  return maskText(body, secretTexts).replaceAll(encodeComponent(masked), masked);
}
