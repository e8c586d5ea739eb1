import { hash } from "node:crypto";
import { approvalMinutes } from "@bowline/contract";
import { ApiError, invalidField, notFound } from "../api-error.ts";
import {
  type ApprovalCall,
  claimApproval,
  type Denial,
  maxWaiting,
  maxWaitingMib,
  releaseApproval,
} from "../db/claim-approval.ts";
import type { Caller } from "../db/people/callers.ts";
import { describeNoCall } from "../runtimes/build-failure.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionResult, HeldBack } from "./execution-request.ts";
import { logApprovalRequest } from "./log-execution.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import { maskOverrides } from "./record-history.ts";

type ApprovalParts = Pick<ExecutionParts, "db" | "config" | "maskThreads" | "log">;

/** Whether the toolset that the call goes through wants a person to approve it first (decisions D66). */
export function needsApproval({
  toolset,
  tool,
}: Pick<PreparedExecution, "toolset"> & { tool: Pick<PreparedExecution["tool"], "entry"> }): boolean {
  const approvals = toolset?.settings?.approvals ?? "none";
  switch (approvals) {
    case "none":
      return false;
    case "destructive":
      return tool.entry.isDestructive && !tool.entry.isReadOnly;
    case "writes":
      return !tool.entry.isReadOnly;
    case "all":
      return true;
    default:
      return approvals.includes(tool.entry.slug);
  }
}

/**
 * Sends a call if it was approved, and uses the approval up, in the database, so that it counts once on all servers. Otherwise asks
 * for an approval. An approval whose call was not sent after all can be used again.
 */
export async function withApproval(
  parts: ApprovalParts,
  caller: Caller,
  execution: PreparedExecution,
  progress: { readonly isSent: boolean },
  send: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { db, config } = parts;
  const { tool, connection, toolset } = execution;
  const toolsetId = toolset?.toolsetId ?? "";
  const claim = await claimApproval(db.kysely, {
    companyId: caller.companyId,
    accountUserId: caller.accountUserId,
    toolsetId,
    toolSlug: tool.entry.slug,
    connectionId: connection?.connectionId ?? null,
    ...hashCall(caller, execution),
    input: () => showInput(parts, caller, execution),
  });
  if (claim.kind === "gone") {
    throw notFound(`Toolset ${toolsetId}`);
  }
  if (claim.kind === "connectionGone") {
    throw notFound(`Connection ${connection?.connectionId}`);
  }
  if (claim.kind === "tooMany") {
    throw new ApiError(
      "CONFLICT",
      `${maxWaiting} calls through this toolset wait for an approval, which is the limit. Decide those first, at ${config.baseUrl}/approvals.`,
    );
  }
  if (claim.kind === "tooLarge") {
    throw new ApiError(
      "CONFLICT",
      `The inputs of the calls through this toolset that wait for an approval are ${maxWaitingMib} MiB together, which is the limit. Decide those first, at ${config.baseUrl}/approvals.`,
    );
  }
  if (claim.kind === "waiting") {
    logApprovalRequest(parts.log, execution, claim.approvalId);
    return holdBack(config.baseUrl, execution, claim);
  }
  try {
    return await send();
  } finally {
    if (!progress.isSent) {
      // If this fails the approval stays used, and the person is asked again.
      await releaseApproval(db.kysely, claim.approvalId).catch(() => undefined);
    }
  }
}

function holdBack(
  baseUrl: string,
  { connection, resolvedBy }: PreparedExecution,
  { approvalId, denial }: { approvalId: string; denial: Denial | null },
): ExecutionResult {
  const address = `${baseUrl}/approvals/${approvalId}`;
  const outcome: HeldBack = {
    isSuccess: false,
    kind: "approvalRequired",
    message: `${describeDenial(denial)}A person must approve this call first, at ${address}. Make the same call again within ${approvalMinutes} minutes of the approval.`,
    output: null,
    executionInfo: describeNoCall(),
  };
  const approval = { approvalId, wasDenied: denial !== null };
  return { outcome, outputJson: "null", historyId: null, isSent: false, connection, resolvedBy, approval };
}

function describeDenial(denial: Denial | null): string {
  if (denial === null) {
    return "";
  }
  const reason =
    denial.reason === null ? "without a reason" : `with the reason ${JSON.stringify(denial.reason)}`;
  return `A person denied the same call a short time ago, ${reason}. Do not repeat it unless it is still wanted. `;
}

/** Sorting the members of a longer input takes too long (decisions D75). Its members must come in the same order again. */
const maxSortedLength = 64 * 1024;

/**
 * Two calls have the same hash only when they would send the same to the same address, for the same account user, through the same
 * toolset, with the same account. An import may change what a tool is, what it sends, and where to; a new sign-in, whose account a
 * connection is; and its owner, what its fields say.
 */
function hashCall(
  { accountUserId }: Caller,
  { tool, input, overrides, connection, toolset, call }: PreparedExecution,
): Pick<ApprovalCall, "callHash" | "formerCallHashes"> {
  const { application, slug } = tool.entry;
  // A token in the query may be renewed meanwhile.
  const [address] = call.destination.split("?", 1);
  const before = [accountUserId, toolset?.toolsetId, application.applicationId, slug];
  const after = [
    connection?.connectionId ?? null,
    sortMembers(overrides),
    JSON.stringify(input).length <= maxSortedLength ? sortMembers(input) : input,
  ];
  const account = [connection?.accountLabel ?? null, sortMembers(connection?.fields ?? null)];
  return {
    callHash: hashJson([...before, tool.digest, address, ...account, ...after]),
    formerCallHashes: [
      hashJson([...before, tool.digest, address, ...after]),
      hashJson([...before, ...after]),
    ],
  };
}

const hashJson = (value: unknown): Buffer => hash("sha256", JSON.stringify(value), "buffer");

/** The order of members means nothing in JSON. Lists of pairs instead of objects keep members like `__proto__`. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return ["array", ...value.map(sortMembers)];
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return ["object", ...members.map(([name, member]) => [name, sortMembers(member)])];
}

/**
 * Renders what the person who decides sees: the input with its secrets masked, and the overrides of the connection's fields, which may
 * send the call elsewhere.
 *
 * @throws ApiError `VALIDATION_ERROR` when the input cannot be masked
 */
async function showInput(
  { maskThreads }: ApprovalParts,
  { accountUserId }: Caller,
  { tool, input, request, connection, call }: PreparedExecution,
): Promise<string> {
  const { customConnectionData } = maskOverrides(request.body, connection);
  const body = { fields: input, ...(customConnectionData?.length && { customConnectionData }) };
  const texts = {
    schema: tool.inputSchema,
    body,
    bodyJson: JSON.stringify(body),
    secretTexts: call.secretTexts,
    outputJson: null,
    message: null,
    headers: null,
  };
  const { input: masked } = await maskThreads.mask(texts, accountUserId);
  if (masked === null) {
    throw invalidField("fields", "Cannot be shown to the person who approves the call. Send less at once.");
  }
  const { fields, customConnectionData: overrides } = JSON.parse(masked);
  const name = Object.hasOwn(fields, "customConnectionData")
    ? "$customConnectionData"
    : "customConnectionData";
  return JSON.stringify(overrides === undefined ? fields : { ...fields, [name]: overrides });
}
