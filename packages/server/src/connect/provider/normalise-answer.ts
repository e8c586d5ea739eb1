import { readPointer } from "@bowline/catalog";
import { cleanWords, ProviderError } from "./provider-error.ts";

/** A token endpoint's answer in the form that RFC 6749 §5 gives it. */
export interface NormalisedAnswer {
  /** 200, or 400 with `error`. */
  status: 200 | 400;
  body: Record<string, unknown>;
  /** The whole answer as it came. */
  original: Record<string, unknown>;
}

/**
 * Brings the answer of a token endpoint into the standard's form: form-encoded answers, errors with status 200, tokens further
 * down, numbers as text, members that are null, and token types that are no more than another word for `bearer`.
 *
 * @param tokenPath where the token stands; null: at the top
 * @throws ProviderError `unavailable` for 429 and 5xx without an OAuth error, `unreadable` for what is neither JSON nor a form
 */
export function normaliseAnswer(
  answer: { status: number; headers: Record<string, string>; body: Buffer },
  tokenPath: string | null,
): NormalisedAnswer {
  const original = readBody(answer.body.toString("utf8").trim(), answer.headers["content-type"] ?? "");
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const error = original && readError(original, isSuccess);
  if (error && !(answer.status >= 500 && error.error !== "invalid_grant")) {
    return { status: 400, body: error, original };
  }
  if (answer.status === 429 || answer.status >= 500) {
    throw new ProviderError("unavailable", `The application's sign-in server answered ${answer.status}.`);
  }
  if (!isSuccess) {
    throw new ProviderError("refused", `The application's sign-in server answered ${answer.status}.`);
  }
  if (original === null) {
    throw new ProviderError(
      "unreadable",
      "The application's sign-in server answered something that is neither JSON nor a form.",
    );
  }
  return { status: 200, body: readTokens(original, tokenPath), original };
}

function readBody(text: string, contentType: string): Record<string, unknown> | null {
  if (!/x-www-form-urlencoded/i.test(contentType)) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
    } catch {
      // Perhaps a form of another content type.
    }
  }
  const isForm = /^[\w.%-]+=[^\s<>]*$/.test(text) && /(?:^|&)(?:access_token|error)=/.test(text);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : null;
}

/** Members that providers put an error in, beside the standard's. */
function readError(answer: Record<string, unknown>, isSuccess: boolean): Record<string, string> | null {
  const { error, ok, errcode } = answer;
  const hasToken = isSuccess && (answer.access_token !== undefined || ok === true);
  if (hasToken) {
    return null;
  }
  const description = textOf(answer.error_description) ?? textOf(answer.message) ?? textOf(answer.errmsg);
  if (typeof error === "string" && error !== "") {
    return buildError(error, description);
  }
  if (typeof error === "object" && error !== null) {
    const inner = error as Record<string, unknown>;
    const code = textOf(inner.error) ?? textOf(inner.type) ?? textOf(inner.code) ?? "error";
    return buildError(code, textOf(inner.message) ?? textOf(inner.error_description) ?? description);
  }
  if (ok === false || (typeof errcode === "number" && errcode !== 0)) {
    return buildError(textOf(errcode) ?? "error", description);
  }
  return null;
}

function buildError(error: string, description: string | null): Record<string, string> {
  const built: Record<string, string> = { error: cleanWords(error) };
  if (description !== null) {
    built.error_description = cleanWords(description);
  }
  return built;
}

function readTokens(answer: Record<string, unknown>, tokenPath: string | null): Record<string, unknown> {
  const found = (tokenPath === null ? undefined : readPointer(answer, tokenPath)) ?? answer;
  const tokens: Record<string, unknown> =
    typeof found === "string"
      ? { ...answer, access_token: found }
      : { ...(typeof found === "object" ? found : null) };
  const lifetime = Number(tokens.expires_in ?? Number.NaN);
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

const textOf = (value: unknown): string | null =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;
