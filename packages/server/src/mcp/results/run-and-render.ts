import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { ExecutionRequest } from "../../execution/execution-request.ts";
import { runExecution } from "../../execution/run-execution.ts";
import { prepareTool } from "../../operations/tools/prepare-tool.ts";
import type { OfferedCall, ToolCallOutput } from "../offered-tools.ts";
import type { ServedRequest } from "../served-request.ts";
import { createConnectUrl } from "./offer-connect-link.ts";
import { passQuestionOn } from "./pass-question-on.ts";
import { renderApiError } from "./render-api-error.ts";
import { type ResultSize, renderResult } from "./render-result.ts";

/** What to run, and how long its result may be. */
export interface ToolRun {
  request: ExecutionRequest;
  size: ResultSize;
}

/** In characters. The SDK checks and encodes a result at once, so a longer one is not rendered in the same turn (decisions D75). */
const longResult = 256 * 1024;

type CallWays = Pick<OfferedCall, "options" | "askToOpen">;

/** Runs a tool as the API does, and renders its result (decisions D63). @throws ApiError when a check fails; nothing was sent */
export async function runAndRender(
  deps: Deps,
  { caller }: ServedRequest,
  ways: CallWays,
  { request, size }: ToolRun,
): Promise<ToolCallOutput> {
  try {
    const prepared = await prepareTool(deps, caller, request);
    const { entry } = prepared.tool;
    const result = await runExecution(deps, caller, prepared, ways.options);
    const { outcome, approval } = result;
    // The model must learn of a denial before the person is shown the same call again.
    if (!outcome.isSuccess && approval?.wasDenied === false && ways.askToOpen !== null) {
      return ways.askToOpen(outcome.message, `${deps.config.baseUrl}/approvals/${approval.approvalId}`);
    }
    if (!outcome.isSuccess && outcome.question !== undefined) {
      const { capabilities = {} } = ways.options.dialog ?? {};
      const passed = passQuestionOn(outcome.question, entry.application.name, capabilities);
      return passed ?? renderResult(result, entry, size);
    }
    if (outcome.isSuccess || outcome.kind !== "authorizationExpired") {
      const rendered = renderResult(result, entry, size);
      if ((result.outputJson?.length ?? 0) > longResult) {
        await nextTurn();
      }
      return rendered;
    }
    const wanted = { connectionId: result.connection?.connectionId };
    const url = outcome.signInUrl ?? (await tryCreateConnectUrl(deps, caller, entry.application, wanted));
    if (url !== null && ways.askToOpen !== null) {
      return ways.askToOpen(outcome.message, url);
    }
    const renewable = url === null ? result : { ...result, outcome: { ...outcome, signInUrl: url } };
    return renderResult(renewable, entry, size);
  } catch (error) {
    if (error instanceof ApiError && error.code === "NO_DEFAULT_CONNECTION") {
      return renderMissingConnection(deps, caller, request, error, ways);
    }
    throw error;
  }
}

/**
 * Says where the person connects the application that the tool needs. A person who has connected it is not asked to do so again: the model
 * can name the connection, where no toolset does.
 */
async function renderMissingConnection(
  deps: Deps,
  caller: Caller,
  { toolSlug, toolsetId }: ExecutionRequest,
  error: ApiError,
  { askToOpen }: CallWays,
): Promise<ToolCallOutput> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = catalog.findTool(toolSlug)?.application;
  const url =
    application === undefined
      ? null
      : await tryCreateConnectUrl(deps, caller, application, { isDefault: true });
  const orElse = toolsetId === null ? ["Or name one of bowline_list_connections as connectionId."] : [];
  if (url === null) {
    return renderApiError(error, { wayOut: ["Ask the user to connect one.", ...orElse].join(" ") });
  }
  const ask = `Ask the user to connect ${application?.name} at ${url} and try again afterward.`;
  const connectedIds = await deps.rows.connectedApplications.get(String(caller.accountUserId));
  const canName = toolsetId === null && connectedIds?.includes(application?.applicationId ?? 0) === true;
  return askToOpen === null || canName
    ? renderApiError(error, { wayOut: [ask, ...orElse].join(" ") })
    : askToOpen(`Connect an account of ${application?.name} to Bowline.`, url);
}

/** Null: this credential may not create connections. */
async function tryCreateConnectUrl(
  deps: Deps,
  caller: Caller,
  application: ApplicationEntry,
  wanted: Parameters<typeof createConnectUrl>[3],
): Promise<string | null> {
  return createConnectUrl(deps, caller, application, wanted).catch((error) => {
    if (error instanceof ApiError) {
      return null;
    }
    throw error;
  });
}
