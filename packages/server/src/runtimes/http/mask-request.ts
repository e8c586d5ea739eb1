import type { Json } from "@bowline/catalog";
import { parseForWriting } from "../exact-number.ts";
import { encodeComponent } from "../percent-encode.ts";
import { maxShownLength } from "../runtime.ts";
import { masked, maskText, maskValue } from "../secret-texts.ts";
import type { BuiltHttpRequest } from "./build-request.ts";
import { isJsonType } from "./is-json-type.ts";

/**
 * Renders the request for display (decisions D36): `{method, url, headers, body}` with `***` for every secret. A JSON body is
 * shown as JSON, a binary or long body as `{contentType, sizeBytes}`.
 */
export function maskHttpRequest(built: BuiltHttpRequest): Json {
  return {
    method: built.method,
    // Inputs were masked before the request was built, so their `***` is percent-encoded here.
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

/** Masks whole values, because a credential may be too short to search for. */
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

/** Shows the text before the secret, such as `Bearer`. Masks all of a credential in which no secret is found. */
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
  if (Buffer.isBuffer(body) || body.length > maxShownLength) {
    return { contentType, sizeBytes: Buffer.byteLength(body) };
  }
  if (isJsonType(contentType)) {
    return maskValue(parseForWriting(body), secretTexts) as Json;
  }
  return maskText(body, secretTexts).replaceAll(encodeComponent(masked), masked);
}
