import type { ApiResponse } from "./call.ts";
import {
  AuthenticationError,
  BowlineError,
  buildApiError,
  ConnectionError,
  IdempotencyConflictError,
  RateLimitError,
  TimeoutError,
} from "./errors.ts";
import { parseExactJson } from "./parse-exact-json.ts";
import { findRetryDelay, isDoneBefore, rejectOnAbort, wait } from "./retry.ts";

/** Options of one call. */
export interface CallOptions {
  /**
   * Ends the request and its retries; the promise rejects with the signal's reason. A tool that was called goes on to its end, since an
   * execution has an idempotency key.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; `Infinity` for no limit. Default: the client's. */
  timeoutMs?: number | undefined;
  /** How often a failed call is sent again. Default: the client's. */
  maxRetries?: number | undefined;
}

export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its parameters filled in. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** The caller's idempotency key. */
  idempotencyKey?: string | undefined;
  /** Without a key of the caller the SDK makes one, so that the request can be repeated. */
  needsKey?: boolean;
  /** Entity tags for `If-Match`. */
  ifMatch?: string | undefined;
  /** A member that every response of the operation has. Default: none; the response may be a text. */
  member?: string;
}

/** The headers that a credential is sent in. */
export type CredentialHeaders = Record<string, string>;

export interface RequestSettings {
  baseUrl: string;
  /**
   * Returns the credential's headers.
   *
   * @param refused the headers that the server has just refused
   * @returns null when there is no other credential than the refused one
   */
  authorize(refused: CredentialHeaders | null): Promise<CredentialHeaders | null> | CredentialHeaders | null;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof globalThis.fetch;
}

/** Larger than any response of Bowline. The server limits its bodies, so that this is for other servers. */
const largestResponseBytes = 2 ** 28;

/** A timer for longer ends at once. */
const longestTimeoutMs = 2 ** 31 - 1;

/** Sends a request, and repeats it where that is safe. */
export async function sendRequest<Data>(
  settings: RequestSettings,
  request: ApiRequest,
  options: CallOptions = {},
): Promise<ApiResponse<Data>> {
  const { maxRetries = settings.maxRetries, signal } = options;
  const { method, path } = request;
  // Such a path names another operation, at once or when it is normalized.
  if (/^[^?#]*\/\.{0,2}([/?#]|$)/.test(path)) {
    throw new BowlineError(`An id in ${path} is empty or dots.`);
  }
  const hasOwnKey = request.needsKey === true && request.idempotencyKey === undefined;
  const key = hasOwnKey ? makeKey() : request.idempotencyKey;
  const isRepeatable = ["GET", "PUT", "DELETE"].includes(method) || key !== undefined;
  const authorize = (refused: CredentialHeaders | null) =>
    rejectOnAbort(signal, () => settings.authorize(refused));
  let credential = await authorize(null);
  let isRenewed = false;
  /** Why the attempt failed that may still be running at the server. */
  let unanswered: unknown;
  for (let failures = 0; ; ) {
    try {
      return await sendOnce<Data>(settings, { ...request, idempotencyKey: key }, credential, options);
    } catch (error) {
      if (error instanceof AuthenticationError && !isRenewed) {
        isRenewed = true;
        credential = await authorize(credential);
        if (credential !== null) {
          continue;
        }
        throw error;
      }
      if (isDoneBefore(error, method, unanswered !== undefined)) {
        return { data: "" as Data, status: 200, headers: new Headers(), requestId: null };
      }
      const delayMs =
        failures < maxRetries ? findRetryDelay(error, { failures, isRepeatable, hasOwnKey }) : null;
      const isOwnConflict = hasOwnKey && error instanceof IdempotencyConflictError;
      if (delayMs === null || signal?.aborted) {
        // The caller gave no key, so a conflict about it would say nothing. What went wrong before it does.
        throw isOwnConflict ? (unanswered ?? error) : error;
      }
      if (!isOwnConflict && !(error instanceof RateLimitError)) {
        unanswered = error;
      }
      await wait(delayMs, signal);
      credential = await authorize(null);
      failures++;
    }
  }
}

/** `crypto.randomUUID` is missing on a page that came over plain http from another machine. */
const makeKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

async function sendOnce<Data>(
  settings: RequestSettings,
  request: ApiRequest,
  credential: CredentialHeaders | null,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
): Promise<ApiResponse<Data>> {
  const { method, path, query, body, ifMatch, idempotencyKey } = request;
  const call = `${method} ${path}`;
  const json = "application/json";
  const headers = writeHeaders({
    accept: json,
    ...credential,
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(body !== undefined && { "content-type": json }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
  });
  const text = body === undefined ? undefined : writeJson(body, call);
  if (!(timeoutMs >= 0)) {
    throw new BowlineError(`timeoutMs is ${timeoutMs}. It must be 0 or more.`);
  }
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(timeoutMs), longestTimeoutMs));
  try {
    const response = await settings.fetch(settings.baseUrl + addQuery(path, query), {
      method,
      headers,
      // A redirect to another origin would get the key.
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(text !== undefined && { body: text }),
    });
    await checkRedirect(response, call);
    return await readResponse<Data>(response, request);
  } catch (error) {
    if (error instanceof BowlineError) {
      throw error;
    }
    signal?.throwIfAborted();
    if (timeout.aborted) {
      throw new TimeoutError(`${call} got no response within ${timeoutMs} ms.`);
    }
    throw new ConnectionError(
      `${call} got no response${describeCause(error)}. Is the server running, and is the base URL right?`,
    );
  }
}

/** @throws BowlineError for what no header can hold. The error itself would repeat it, and it may be a token. */
function writeHeaders(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new BowlineError("A token or key has a character that no header takes.");
  }
}

/** @throws BowlineError for what JSON cannot hold, such as a bigint or an object that contains itself */
function writeJson(body: unknown, call: string): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new BowlineError(`${call} has a body that is not JSON: ${error}`);
  }
}

/** @throws ConnectionError for a redirect. A browser does not show where it leads. */
async function checkRedirect({ type, status, headers, body }: Response, call: string): Promise<void> {
  if (type === "opaqueredirect" || (status > 299 && status < 400)) {
    await body?.cancel();
    throw new ConnectionError(`${call} was redirected to ${headers.get("location")}. Check the base URL.`);
  }
}

async function readResponse<Data>(response: Response, request: ApiRequest): Promise<ApiResponse<Data>> {
  const { status, headers } = response;
  const refuse = (body: unknown) => buildApiError(status, headers, request.path, body);
  const text = await readText(response);
  if (text === null) {
    throw refuse({ message: "The response is too large. Check the base URL." });
  }
  const body = parse(text);
  if (!response.ok || !isExpected(body, request.member)) {
    throw refuse(body);
  }
  return { data: body as Data, status, headers, requestId: headers.get("x-request-id") };
}

/** @returns null for a text that is too large */
async function readText(response: Response): Promise<string | null> {
  // A fetch that is not the platform's own may have another body.
  const reader = response.body?.getReader?.();
  if (reader === undefined) {
    return response.text();
  }
  const decoder = new TextDecoder();
  let text = "";
  let leftBytes = largestResponseBytes;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) {
      return text + decoder.decode();
    }
    leftBytes -= value.length;
    if (leftBytes < 0) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A list is no response of the API, nor is a number. */
const isExpected = (body: unknown, member: string | undefined): boolean =>
  member === undefined
    ? typeof body === "string" || (Object(body) === body && !Array.isArray(body))
    : Object(body)[member] != null;

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Names the system's error, such as `ECONNREFUSED`. Whole causes may repeat a header, so they are left out. */
function describeCause(error: unknown): string {
  const code: unknown = Object(Object(error).cause ?? error).code;
  return typeof code === "string" ? ` (${code})` : "";
}

/** Adds a query to a path, which may have one. */
function addQuery(path: string, query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
}

/** Writes a path with its parameters encoded. Half of a surrogate pair becomes U+FFFD, as in a query. */
export const writePath = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map((value) => encodeURIComponent(String(value).toWellFormed())));
