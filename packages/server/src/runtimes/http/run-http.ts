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

/** Sends a built request and reads what came back. Never throws: a failure is an outcome. */
export async function runHttp(
  egress: Egress,
  built: BuiltHttpRequest,
  options: SendOptions,
): Promise<Outcome> {
  const begin = performance.now();
  let answer = await egress.send(toEgressRequest(built, options, options.timeoutMs));
  if (mayRetry(answer, options)) {
    await sleep(pauseMs);
    const leftMs = options.timeoutMs - (performance.now() - begin);
    if (leftMs > 0) {
      answer = await egress.send(toEgressRequest(built, options, leftMs));
    }
  }
  return readAnswer(answer, built, begin);
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

/** Unavailable, and either nothing was sent or sending it twice does no harm. */
function mayRetry(answer: EgressOutcome, options: SendOptions): boolean {
  if (options.signal?.aborted) {
    return false;
  }
  if (!answer.ok) {
    return answer.kind === "downstreamUnavailable" && (options.mayRepeat || !answer.sent);
  }
  return options.mayRepeat && (answer.status === 502 || answer.status === 503);
}

function readAnswer(answer: EgressOutcome, built: BuiltHttpRequest, begin: number): Outcome {
  const info: ExecutionInfo = {
    statusCode: answer.status ?? null,
    headers: answer.headers === undefined ? null : cleanHeaders(answer.headers, built.secretTexts),
    executionTime: 0,
    dataSize: answer.ok ? answer.sizeBytes : null,
  };
  const outcome = answer.ok
    ? readBody(answer, built, info)
    : fail(toFailureKind(answer.kind), answer.message, null, info);
  info.executionTime = performance.now() - begin;
  return outcome;
}

function readBody(
  answer: EgressOutcome & { ok: true },
  built: BuiltHttpRequest,
  info: ExecutionInfo,
): Outcome {
  const headers = info.headers ?? {};
  const read = readOutput(answer.body, headers["content-type"] ?? "", built.secretTexts);
  if (answer.status < 200 || answer.status >= 300) {
    const { kind, message } = describeFailure(answer.status, headers, read.output);
    return fail(kind, message, read.output, info);
  }
  if (read.isBroken) {
    return fail(
      "invalidOutput",
      "The application's answer says it is JSON, but it is not.",
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

/** In place: the object was made for this answer alone. */
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
