import { findCallOriginChange, findOriginChange } from "../connections/find-origin-change.ts";
import type { ConnectionRow } from "../db/connections.ts";
import type { Deps } from "../deps.ts";
import type { BuiltHttpRequest } from "../runtimes/http/build-request.ts";
import type { Failure, FailureKind, Outcome } from "../runtimes/outcome.ts";
import type { LoadedTool } from "./load-tool.ts";

/** A call that is ready to be sent. */
export interface SendableCall {
  connection: ConnectionRow | null;
  tool: LoadedTool;
  built: BuiltHttpRequest;
}

/** How a call is sent, and how it is made again with a newer token. */
export interface CallSteps<Call extends SendableCall> {
  rebuild(connection: ConnectionRow): Promise<Call>;
  send(call: Call): Promise<Outcome>;
}

/** What a call came to. */
export interface Ran {
  outcome: Outcome;
  /** The spellings of every secret that may have been sent. */
  secretTexts: readonly string[];
}

/**
 * Sends a call with a token that is good: one that is due is renewed before, one that is refused with 401 after it, and the call
 * is then sent once more. A connection whose authorization has ended sends nothing.
 */
export async function withFreshToken<Call extends SendableCall>(
  deps: Deps,
  call: Call,
  steps: CallSteps<Call>,
): Promise<Ran> {
  const { connection, built } = call;
  if (connection === null) {
    return send(call, steps);
  }
  const moved = findOriginChange(connection, call.tool.entry.application);
  if (moved !== null) {
    return { outcome: fail("originChanged", moved), secretTexts: built.secretTexts };
  }
  if (connection.status === "expired" || connection.status === "revoked") {
    const reason =
      connection.statusReason ?? `The connection is ${connection.status}: give it new credentials.`;
    return { outcome: await failExpired(deps, connection, reason), secretTexts: built.secretTexts };
  }
  const isDue = connection.tokenDueDate !== null && connection.tokenDueDate.getTime() <= deps.clock();
  return isDue ? renewAndSend(deps, call, connection, steps) : sendOrRenew(deps, call, connection, steps);
}

/** The one place where a call leaves: never for an address that the secrets were not entered for (decisions D73). */
async function send<Call extends SendableCall>(call: Call, steps: CallSteps<Call>): Promise<Ran> {
  const { connection, tool, built } = call;
  const moved = connection && findCallOriginChange(connection, tool.entry.application, built.url);
  if (moved !== null) {
    return { outcome: fail("originChanged", moved), secretTexts: built.secretTexts };
  }
  return { outcome: await steps.send(call), secretTexts: call.built.secretTexts };
}

async function renewAndSend<Call extends SendableCall>(
  deps: Deps,
  call: Call,
  connection: ConnectionRow,
  steps: CallSteps<Call>,
): Promise<Ran> {
  const renewal = await deps.tokens.renew(connection);
  if (!renewal.ok) {
    const outcome = renewal.isExpired
      ? await failExpired(deps, connection, renewal.message)
      : fail(renewal.kind, renewal.message);
    return { outcome, secretTexts: call.built.secretTexts };
  }
  const rebuilt = await steps.rebuild(renewal.connection);
  return joinSecrets(await sendOrRenew(deps, rebuilt, renewal.connection, steps), call);
}

/** What was refused with 401 was not done, so that it may be sent again. */
async function sendOrRenew<Call extends SendableCall>(
  deps: Deps,
  call: Call,
  connection: ConnectionRow,
  steps: CallSteps<Call>,
): Promise<Ran> {
  const ran = await send(call, steps);
  if (!isRefused(ran.outcome) || !deps.tokens.mayHelp(connection)) {
    return ran;
  }
  const renewal = await deps.tokens.renew(connection);
  if (!renewal.ok) {
    const outcome = renewal.isExpired ? await failExpired(deps, connection, renewal.message) : ran.outcome;
    return { ...ran, outcome };
  }
  if (renewal.connection.tokenVersion === connection.tokenVersion) {
    return ran;
  }
  const again = await send(await steps.rebuild(renewal.connection), steps);
  if (isRefused(again.outcome)) {
    deps.tokens.noteRefused(connection.connectionId);
  }
  return joinSecrets(again, call);
}

const isRefused = ({ isSuccess, executionInfo }: Outcome): boolean =>
  !isSuccess && executionInfo.statusCode === 401;

const joinSecrets = (ran: Ran, { built }: SendableCall): Ran => ({
  ...ran,
  secretTexts: [...ran.secretTexts, ...built.secretTexts],
});

/** Says where to sign in again, where that can be done. */
async function failExpired(deps: Deps, connection: ConnectionRow, reason: string): Promise<Failure> {
  const signInUrl = await deps.signInLinks.find(connection);
  const failure = fail("authorizationExpired", reason);
  return signInUrl === null ? failure : { ...failure, signInUrl };
}

function fail(kind: FailureKind, message: string): Failure {
  const executionInfo = { statusCode: null, headers: null, executionTime: 0, dataSize: null };
  return { isSuccess: false, kind, message, output: null, executionInfo };
}
