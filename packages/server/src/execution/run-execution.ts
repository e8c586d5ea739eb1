import type { Caller } from "../db/people/callers.ts";
import { CutOffError } from "./cut-off-error.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionResult } from "./execution-request.ts";
import { logExecution } from "./log-execution.ts";
import { nameCredential } from "./name-credential.ts";
import { noteAcceptance } from "./note-acceptance.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import { recordHistory } from "./record-history.ts";
import { sendPages } from "./results/send-pages.ts";
import { shapeOutcome } from "./results/shape-outcome.ts";
import { type CallOptions, mayRepeat, sendCall } from "./send-call.ts";
import { needsApproval, withApproval } from "./with-approval.ts";
import { type RunResult, withFreshToken } from "./with-fresh-token.ts";

/**
 * Sends a prepared execution, shapes its results, records it and logs one line. A call that a person must approve first is sent only with an
 * approval, which it uses up (decisions D66).
 *
 * @throws CutOffError when it fails unexpectedly after the tool was called
 */
export function runExecution(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
  options: CallOptions = {},
): Promise<ExecutionResult> {
  const progress = { isSent: false };
  const { accountUserId } = caller;
  const stateOwner = nameStateOwner(caller);
  if (!needsApproval(execution)) {
    return sendAndRecord(parts, caller, execution, { ...options, accountUserId, stateOwner }, progress);
  }
  // Nobody has approved what a client enters in the middle of a call.
  const { dialog: _unapproved, ...approved } = options;
  return withApproval(parts, caller, execution, progress, () =>
    sendAndRecord(parts, caller, execution, { ...approved, accountUserId, stateOwner }, progress),
  );
}

/** Two agents of one member have different credentials, and do not meet at the application. */
const nameStateOwner = ({ accountUserId, credential }: Caller): string =>
  `${accountUserId} ${nameCredential(credential)}`;

async function sendAndRecord(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
  options: CallOptions,
  progress: { isSent: boolean },
): Promise<ExecutionResult> {
  const { tool, request, connection, resolvedBy } = execution;
  if (connection !== null) {
    parts.lastUsed.noteConnection(connection.connectionId);
  }
  try {
    const checked = performance.now();
    const sent = await sendExecution(parts, execution, options, progress);
    const { secretTexts, downstreamMs } = sent;
    if (!sent.outcome.isSuccess && sent.outcome.nothingDone === "unsent") {
      progress.isSent = false;
    }
    const ran = performance.now();
    const noting = noteAcceptance(parts, execution, sent);
    if (noting !== null) {
      await noting;
    }
    const { outcome, outputJson } = await shapeOutcome(parts, execution, sent.outcome);
    const times = { begin: execution.begin, checked, ran, downstreamMs };
    const recordable = { tool, request, connection, resolvedBy, outcome, outputJson, secretTexts, times };
    const historyId = await recordHistory(parts, caller, recordable);
    parts.metrics.countExecution(outcome);
    logExecution(parts.log, execution, outcome, historyId);
    return { outcome, outputJson, historyId, isSent: progress.isSent, connection, resolvedBy };
  } catch (error) {
    throw progress.isSent ? new CutOffError(error) : error;
  }
}

function sendExecution(
  parts: ExecutionParts,
  execution: PreparedExecution,
  options: CallOptions,
  progress: { isSent: boolean },
): Promise<RunResult> {
  const { tool, connection, call, plan } = execution;
  return withFreshToken(parts, connection, call, {
    application: tool.entry.application,
    mayRepeat: mayRepeat(tool),
    prepare: (renewed) => prepareCall(parts, execution, renewed),
    send(prepared) {
      progress.isSent = true;
      return plan === null
        ? sendCall(parts, tool, prepared, options)
        : sendPages(
            parts,
            tool,
            prepared,
            plan,
            plan.isOffered ? { ...options, shape: plan.remaining } : options,
          );
    },
  });
}
