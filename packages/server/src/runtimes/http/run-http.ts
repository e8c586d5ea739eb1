import { setTimeout as sleep } from "node:timers/promises";
import type { Egress } from "../../egress/egress.ts";
import type { EgressOutcome, EgressRequest } from "../../egress/egress-outcome.ts";
import { buildFailure } from "../build-failure.ts";
import { holdsSecret } from "../find-secrets.ts";
import type { ExecutionInfo, Failure, FailureKind, Outcome } from "../outcome.ts";
import { type ReadResponse, readResponse } from "../read-response.ts";
import { maxInlineBytes, type ResponseThreads } from "../response-threads.ts";
import type { SendOptions } from "../runtime.ts";
import { maskText, maskValue } from "../secret-texts.ts";
import type { BuiltHttpRequest } from "./build-request.ts";

const pauseMs = 50;

/** The parts of the server that HTTP calls use. */
export interface HttpParts {
  egress: Egress;
  threads: ResponseThreads;
}

/** Sends a built request and reads the response. Never throws: a failure is an outcome. */
export async function runHttp(
  { egress, threads }: HttpParts,
  built: BuiltHttpRequest,
  options: SendOptions,
): Promise<Outcome> {
  const begin = performance.now();
  let response = await egress.send(toEgressRequest(built, options, options.timeoutMs));
  let wasSentBefore = false;
  if (mayRetry(response, options)) {
    await sleep(pauseMs);
    const leftMs = options.timeoutMs - (performance.now() - begin);
    if (leftMs > 0) {
      wasSentBefore = response.ok || response.sent;
      response = await egress.send(toEgressRequest(built, options, leftMs));
    }
  }
  const info = readInfo(response, built);
  if (!response.ok) {
    info.executionTime = performance.now() - begin;
    // It may quote a header.
    const message = maskText(response.message, built.secretTexts);
    const failure = buildFailure(toFailureKind(response.kind), message, info);
    return wasSentBefore || response.sent ? failure : { ...failure, nothingDone: "unsent" };
  }
  const reading = readBody(response, info, built, threads, options.accountUserId);
  const read = reading instanceof Promise ? await reading : reading;
  info.executionTime = performance.now() - begin;
  // Not a copy, which would parse the output.
  const outcome: Outcome = Object.assign(read, { executionInfo: info });
  if (!outcome.isSuccess && isUnauthorized(outcome, response.status)) {
    // What redirected the call may have acted before.
    const mayHaveActed = wasSentBefore || response.url !== built.url;
    return mayHaveActed ? outcome : { ...outcome, nothingDone: "unauthorized" };
  }
  return outcome;
}

/** Whether the application refused the credentials: with 401, or in a response of success that holds nothing else. */
const isUnauthorized = ({ kind, partialText }: Failure, status: number): boolean =>
  status === 401 || (kind === "authorizationExpired" && partialText === undefined);

function toEgressRequest(built: BuiltHttpRequest, options: SendOptions, timeoutMs: number): EgressRequest {
  const { method, url, headers, body, certificate, credentialHeaders, credentialQuery } = built;
  const { maxBytes, signal, accountUserId } = options;
  const request: EgressRequest = {
    method,
    url,
    headers,
    body,
    timeoutMs,
    maxBytes,
    certificate,
    credentialHeaders,
    credentialQuery,
    accountUserId,
  };
  if (signal !== undefined) {
    request.signal = signal;
  }
  return request;
}

/** Whether the application was unavailable, and either nothing was sent or sending twice does no harm. */
function mayRetry(response: EgressOutcome, options: SendOptions): boolean {
  if (options.signal?.aborted) {
    return false;
  }
  if (!response.ok) {
    return response.kind === "downstreamUnavailable" && (options.mayRepeat || !response.sent);
  }
  return options.mayRepeat && (response.status === 502 || response.status === 503);
}

/** Its time is 0 so far. */
const readInfo = (response: EgressOutcome, { secretTexts }: BuiltHttpRequest): ExecutionInfo => ({
  statusCode: response.status ?? null,
  headers: response.headers === undefined ? null : cleanHeaders(response.headers, secretTexts),
  executionTime: 0,
  dataSize: response.ok ? response.sizeBytes : null,
});

function readBody(
  response: EgressOutcome & { ok: true },
  info: ExecutionInfo,
  { secretTexts, failure }: BuiltHttpRequest,
  threads: ResponseThreads,
  party: number | undefined,
): ReadResponse | Promise<ReadResponse> {
  const received = { status: response.status, headers: info.headers ?? {}, body: response.body, failure };
  return received.body.length <= maxInlineBytes
    ? readResponse(received, secretTexts)
    : threads.read(received, secretTexts, party);
}

function toFailureKind(kind: (EgressOutcome & { ok: false })["kind"]): FailureKind {
  return kind === "addressRefused" ? "downstreamUnavailable" : kind;
}

/** May change the object: it was created for this response. */
function cleanHeaders(
  headers: Record<string, string>,
  secretTexts: readonly string[],
): Record<string, string> {
  if (headers["set-cookie"] !== undefined) {
    delete headers["set-cookie"];
  }
  // Together first: there is nearly never one.
  let all = "";
  for (const name in headers) {
    all += `${name}\n${headers[name]}\n`;
  }
  return holdsSecret(all, secretTexts)
    ? (maskValue(headers, secretTexts) as Record<string, string>)
    : headers;
}
