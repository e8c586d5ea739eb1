import type { AtHand } from "../at-hand.ts";
import { readChallengeScopes } from "../connect/provider/read-challenge.ts";
import type { DescribedApplication } from "../connections/find-origin-change.ts";
import { cutText } from "../cut-text.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { buildFailure } from "../runtimes/build-failure.ts";
import { type Failure, maxMessageLength, type Outcome } from "../runtimes/outcome.ts";
import type { PreparedCall } from "../runtimes/runtime.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import { findMove, findStop, isTokenDue } from "./find-refusal.ts";

/** How a call is sent, and how it is prepared again with a newer token. */
export interface CallSteps {
  /** The application's current description. */
  application: DescribedApplication;
  /** Whether the call may be sent again though it may have acted, see `mayRepeat`. */
  mayRepeat: boolean;
  prepare(connection: ConnectionRow): AtHand<PreparedCall>;
  send(call: PreparedCall): Promise<Outcome>;
}

/** The result of a call. */
export interface RunResult {
  outcome: Outcome;
  /** The spellings of every secret that may have been sent. */
  secretTexts: readonly string[];
  /** How long the application was called, in milliseconds, both times when the call was sent again. */
  downstreamMs: number;
}

type TokenParts = Pick<ExecutionParts, "tokens" | "signInLinks" | "clock">;

/**
 * Sends a call with a valid token. A token that is due is renewed before the call. A token that the application refuses is renewed
 * after it, and the call is sent once more, if that is safe. Nothing is sent through a connection whose authorization has ended.
 */
export function withFreshToken(
  parts: TokenParts,
  connection: ConnectionRow | null,
  call: PreparedCall,
  steps: CallSteps,
): Promise<RunResult> {
  if (connection === null) {
    return send(null, call, steps);
  }
  const stop = findStop(connection, steps.application, call);
  if (stop !== null) {
    return refuseStopped(parts, connection, call, stop);
  }
  return isTokenDue(parts, connection)
    ? renewAndSend(parts, connection, call, steps)
    : sendOrRenew(parts, connection, call, steps);
}

async function refuseStopped(
  parts: TokenParts,
  connection: ConnectionRow,
  call: PreparedCall,
  stop: Failure,
): Promise<RunResult> {
  const isOver = stop.kind === "authorizationExpired";
  return notSent(isOver ? await failExpired(parts, connection, stop.message) : stop, call);
}

/** Sends every call. Sends none to an address that the secrets were not entered for (decisions D73). */
function send(connection: ConnectionRow | null, call: PreparedCall, steps: CallSteps): Promise<RunResult> {
  const moved = connection && findMove(connection, steps.application, call);
  if (moved !== null) {
    return Promise.resolve(notSent(moved, call));
  }
  const begin = performance.now();
  return steps.send(call).then((outcome) => ({
    outcome,
    secretTexts: call.secretTexts,
    downstreamMs: performance.now() - begin,
  }));
}

async function renewAndSend(
  parts: TokenParts,
  connection: ConnectionRow,
  call: PreparedCall,
  steps: CallSteps,
): Promise<RunResult> {
  const renewal = await parts.tokens.renew(connection);
  if (!renewal.ok) {
    const outcome = renewal.isExpired
      ? await failExpired(parts, connection, renewal.message)
      : buildFailure(renewal.kind, renewal.message);
    return notSent(outcome, call);
  }
  const prepared = await steps.prepare(renewal.connection);
  return joinResults(await sendOrRenew(parts, renewal.connection, prepared, steps), call);
}

async function sendOrRenew(
  parts: TokenParts,
  connection: ConnectionRow,
  call: PreparedCall,
  steps: CallSteps,
): Promise<RunResult> {
  const result = await send(connection, call, steps);
  if (!isExpired(result.outcome)) {
    return lacksScope(result.outcome) ? offerScopes(parts, connection, result) : result;
  }
  if (!parts.tokens.mayHelp(connection)) {
    return offerSignIn(parts, connection, result);
  }
  const renewal = await parts.tokens.renew(connection);
  if (!renewal.ok) {
    const outcome = renewal.isExpired
      ? await failExpired(parts, connection, renewal.message)
      : renewal.kind === "originChanged"
        ? buildFailure(renewal.kind, renewal.message)
        : result.outcome;
    return { ...result, outcome };
  }
  if (renewal.connection.tokenVersion === connection.tokenVersion) {
    return result;
  }
  if (!steps.mayRepeat && !isUnapplied(result.outcome)) {
    parts.tokens.noteRefused(connection.connectionId);
    return { ...result, outcome: describeNoRepeat(result.outcome) };
  }
  const again = await send(renewal.connection, await steps.prepare(renewal.connection), steps);
  if (isExpired(again.outcome)) {
    parts.tokens.noteRefused(connection.connectionId);
    return joinResults(await offerSignIn(parts, renewal.connection, again), call, result.downstreamMs);
  }
  return joinResults(again, call, result.downstreamMs);
}

/**
 * Adds the address to sign in with the scopes that the application says are missing (RFC 6750 §3.1). Scopes that its description does
 * not name are not asked for: an application must not get more than the Admin saw.
 */
async function offerScopes(
  parts: TokenParts,
  connection: ConnectionRow,
  result: RunResult,
): Promise<RunResult> {
  const challenge = result.outcome.executionInfo.headers?.["www-authenticate"] ?? "";
  const missing = readChallengeScopes(challenge) ?? [];
  const scopes = missing.filter((scope) => connection.method.scopes.includes(scope));
  return scopes.length === 0 ? result : offerSignIn(parts, connection, result, scopes);
}

/** Adds the address to sign in again to a refusal that no renewal can help. */
async function offerSignIn(
  { signInLinks }: TokenParts,
  connection: ConnectionRow,
  result: RunResult,
  scopes: readonly string[] = [],
): Promise<RunResult> {
  const signInUrl = await signInLinks.find(connection, scopes);
  return signInUrl === null || result.outcome.isSuccess
    ? result
    : { ...result, outcome: { ...result.outcome, signInUrl } };
}

const isExpired = (outcome: Outcome): boolean =>
  !outcome.isSuccess && outcome.kind === "authorizationExpired";

/** Whether the call certainly did nothing. Credentials may also be refused after it has acted, as by the page that it leads to. */
const isUnapplied = (outcome: Outcome): boolean => !outcome.isSuccess && outcome.nothingDone !== undefined;

/** By itself the server repeats only what is safe to repeat (decisions D35). The next call has the new token. */
function describeNoRepeat(outcome: Outcome): Outcome {
  if (outcome.isSuccess) {
    return outcome;
  }
  const message = `The token was renewed, but the call was not sent again, since it may have changed something: ${outcome.message}`;
  return { ...outcome, kind: "downstreamRefused", message: cutText(message, maxMessageLength) };
}

const lacksScope = (outcome: Outcome): boolean => !outcome.isSuccess && outcome.kind === "missingScope";

/** Adds what an earlier attempt at the call may have sent, and how long it took. */
const joinResults = (result: RunResult, earlier: PreparedCall, earlierMs = 0): RunResult => ({
  ...result,
  secretTexts: [...result.secretTexts, ...earlier.secretTexts],
  downstreamMs: earlierMs + result.downstreamMs,
});

const notSent = (outcome: Failure, { secretTexts }: PreparedCall): RunResult => ({
  outcome,
  secretTexts,
  downstreamMs: 0,
});

/** Adds the address to sign in again, if there is one. */
async function failExpired(
  { signInLinks }: TokenParts,
  connection: ConnectionRow,
  reason: string,
): Promise<Failure> {
  const signInUrl = await signInLinks.find(connection);
  const failure = buildFailure("authorizationExpired", reason);
  return signInUrl === null ? failure : { ...failure, signInUrl };
}
