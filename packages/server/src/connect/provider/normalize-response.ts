import { readPointer } from "@bowline/catalog";
import { cleanWords, ProviderError } from "./provider-error.ts";

/** A token endpoint's response in the form of RFC 6749 §5. */
export interface NormalizedResponse {
  /** 200, or 400 with `error`. */
  status: 200 | 400;
  body: Record<string, unknown>;
  /** The original body. */
  original: Record<string, unknown>;
}

/**
 * Converts a token endpoint's response to the standard's form. Handles form-encoded bodies, errors with status 200, nested tokens,
 * numbers as text, null members, and token types that are another word for `bearer`. A refusal without an OAuth error has its `status`,
 * else that of HTTP, as the code.
 *
 * @param tokenPath JSON Pointer to the token; null: the token is at the top
 * @throws ProviderError `unavailable` for 429 and 5xx that do not say that a grant has ended, `unreadable` for a body that is neither JSON nor a form
 */
export function normalizeResponse(
  response: { status: number; headers: Record<string, string>; body: Buffer },
  tokenPath: string | null,
): NormalizedResponse {
  const original = readBody(response.body.toString("utf8").trim(), response.headers["content-type"] ?? "");
  const isSuccess = response.status >= 200 && response.status < 300;
  const error = original && readError(original, isSuccess);
  const isUnavailable = response.status === 429 || response.status >= 500;
  if (error && !(isUnavailable && error.error !== "invalid_grant")) {
    return { status: 400, body: error, original };
  }
  if (isUnavailable) {
    throw new ProviderError("unavailable", `The application's sign-in server returned ${response.status}.`);
  }
  if (!isSuccess) {
    const words = original && readWords(original);
    if (words === null) {
      throw new ProviderError("refused", `The application's sign-in server returned ${response.status}.`);
    }
    const code = typeof original?.status === "string" ? original.status : String(response.status);
    return { status: 400, body: buildError(code, words), original: original ?? {} };
  }
  if (original === null) {
    throw new ProviderError(
      "unreadable",
      "The application's sign-in server returned neither JSON nor a form.",
    );
  }
  const body = readTokens(original, tokenPath);
  if (typeof body.access_token !== "string" || body.access_token === "") {
    throw new ProviderError(
      "unreadable",
      "The application's sign-in server returned no access token, or has it in another member of its response.",
    );
  }
  return { status: 200, body, original };
}

/** A form has a few short values. Node takes seconds for one of a megabyte with many names (decisions D75). */
const maxFormLength = 16 * 1024;

function readBody(text: string, contentType: string): Record<string, unknown> | null {
  if (!/x-www-form-urlencoded/i.test(contentType)) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
    } catch {
      // It may be a form with another content type.
    }
  }
  const isForm =
    text.length <= maxFormLength &&
    /^[\w.%-]+=[^\s<>]*$/.test(text) &&
    /(?:^|&)(?:access_token|error)=/.test(text);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : null;
}

/** Reads an error from the standard's members or from other members that providers use. */
function readError(body: Record<string, unknown>, isSuccess: boolean): Record<string, string> | null {
  const { error, errors, ok, errcode } = body;
  const hasToken = isSuccess && (body.access_token !== undefined || ok === true);
  if (hasToken) {
    return null;
  }
  const description = readWords(body);
  if (typeof error === "string" && error !== "") {
    return buildError(error, description);
  }
  // A list: https://dev.fitbit.com/build/reference/web-api/troubleshooting-guide/error-messages/
  const stated = error ?? (Array.isArray(errors) ? errors[0] : undefined);
  if (typeof stated === "object" && stated !== null) {
    const inner = stated as Record<string, unknown>;
    const code =
      textOf(inner.error) ?? textOf(inner.errorType) ?? textOf(inner.type) ?? textOf(inner.code) ?? "error";
    return buildError(code, textOf(inner.message) ?? textOf(inner.error_description) ?? description);
  }
  if (ok === false || (typeof errcode === "number" && errcode !== 0)) {
    return buildError(textOf(errcode) ?? "error", description);
  }
  return null;
}

const readWords = (body: Record<string, unknown>): string | null =>
  textOf(body.error_description) ?? textOf(body.message) ?? textOf(body.errmsg);

/** The description is as it came: it is masked before it is cut. */
function buildError(error: string, description: string | null): Record<string, string> {
  const built: Record<string, string> = { error: cleanWords(error) };
  if (description !== null) {
    built.error_description = description;
  }
  return built;
}

function readTokens(original: Record<string, unknown>, tokenPath: string | null): Record<string, unknown> {
  const found = (tokenPath === null ? undefined : readPointer(original, tokenPath)) ?? original;
  const tokens: Record<string, unknown> =
    typeof found === "string"
      ? { ...original, access_token: found }
      : { ...(typeof found === "object" ? found : null) };
  const lifetime = readNumber(tokens.expires_in);
  const scope = Array.isArray(tokens.scope) ? tokens.scope.join(" ") : tokens.scope;
  const body: Record<string, unknown> = { access_token: tokens.access_token, token_type: "bearer" };
  if (/^dpop$/i.test(String(tokens.token_type))) {
    body.token_type = "dpop";
  }
  if (Number.isFinite(lifetime) && lifetime > 0) {
    body.expires_in = lifetime;
  }
  for (const [name, value] of Object.entries({
    refresh_token: tokens.refresh_token,
    id_token: tokens.id_token,
    scope,
  })) {
    if (typeof value === "string" && value !== "") {
      body[name] = value;
    }
  }
  return body;
}

/** Reads a number, also one as text. NaN: it is neither. */
const readNumber = (value: unknown): number =>
  typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value.trim()))
    ? Number(value)
    : Number.NaN;

const textOf = (value: unknown): string | null =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;
