import { setTimeout as sleep } from "node:timers/promises";
import type { Egress } from "../../egress/egress.ts";
import type { EgressOutcome, EgressRequest } from "../../egress/egress-outcome.ts";
import { describeFailure } from "../describe-failure.ts";
import { holdsSecret } from "../find-secrets.ts";
import type { ExecutionInfo, Failure, FailureKind, Outcome } from "../outcome.ts";
import type { SendOptions } from "../runtime.ts";
import { maskText } from "../secret-texts.ts";
import type { BuiltHttpRequest } from "./build-request.ts";
import { readOutput } from "./read-output.ts";

const pauseMs = 50;

/** Sends a built request and reads the response. Never throws: a failure is an outcome. */
export async function runHttp(
  egress: Egress,
  built: BuiltHttpRequest,
  options: SendOptions,
): Promise<Outcome> {
  const begin = performance.now();
  let response = await egress.send(toEgressRequest(built, options, options.timeoutMs));
  if (mayRetry(response, options)) {
    await sleep(pauseMs);
    const leftMs = options.timeoutMs - (performance.now() - begin);
    if (leftMs > 0) {
      response = await egress.send(toEgressRequest(built, options, leftMs));
    }
  }
  return readResponse(response, built, begin);
}

function toEgressRequest(built: BuiltHttpRequest, options: SendOptions, timeoutMs: number): EgressRequest {
  const { method, url, headers, body, certificate, credentialHeaders, credentialQuery } = built;
  const { maxBytes, signal } = options;
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

function readResponse(response: EgressOutcome, built: BuiltHttpRequest, begin: number): Outcome {
  const info: ExecutionInfo = {
    statusCode: response.status ?? null,
    headers: response.headers === undefined ? null : cleanHeaders(response.headers, built.secretTexts),
    executionTime: 0,
    dataSize: response.ok ? response.sizeBytes : null,
  };
  const outcome = response.ok
    ? readBody(response, built, info)
    : fail(toFailureKind(response.kind), response.message, null, info);
  info.executionTime = performance.now() - begin;
  return outcome;
}

function readBody(
  response: EgressOutcome & { ok: true },
  built: BuiltHttpRequest,
  info: ExecutionInfo,
): Outcome {
  const headers = info.headers ?? {};
  const read = readOutput(response.body, headers["content-type"] ?? "", built.secretTexts);
  if (response.status < 200 || response.status >= 300) {
    const { kind, message } = describeFailure(response.status, headers, read.output);
    return fail(kind, message, read.output, info);
  }
  if (read.isBroken) {
    return fail(
      "invalidOutput",
      "The application's response says it is JSON, but it is not.",
      read.output,
      info,
    );
  }
  return { isSuccess: true, output: read.output, outputText: read.outputText, executionInfo: info };
}

function fail(kind: FailureKind, message: string, output: unknown, executionInfo: ExecutionInfo): Failure {
  return { isSuccess: false, kind, message, output, executionInfo };
}

function toFailureKind(kind: (EgressOutcome & { ok: false })["kind"]): FailureKind {
  return kind === "addressRefused" ? "downstreamUnavailable" : kind;
}

/** Changes the object in place: it was created for this response. */
function cleanHeaders(
  headers: Record<string, string>,
  secretTexts: readonly string[],
): Record<string, string> {
  if (headers["set-cookie"] !== undefined) {
    delete headers["set-cookie"];
  }
  // Together first: there is nearly never one.
  if (holdsSecret(Object.values(headers).join("\n"), secretTexts)) {
    for (const name in headers) {
      headers[name] = maskText(headers[name] ?? "", secretTexts);
    }
  }
  return headers;
}
