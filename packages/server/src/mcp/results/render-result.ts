import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import type { ExecutionResult } from "../../execution/execution-request.ts";
import { isObject } from "../../runtimes/is-object.ts";
import type { Failure, ResultsCut, Success } from "../../runtimes/outcome.ts";
import { cutResult } from "./cut-result.ts";
import { describeCut } from "./describe-cut.ts";
import { describeWayOut } from "./describe-way-out.ts";
import { readContentBlocks } from "./read-content-blocks.ts";

/** The characters of a result where nothing else is set (decisions D64). */
export const defaultMaxCharacters = 100_000;

/** How long a result may be (decisions D64). */
export interface ResultSize {
  maxCharacters: number;
  /** The endpoint offers `bowline_read_result`. */
  canReadOn: boolean;
}

/** Renders the result of an execution of a tool (decisions D63). */
export function renderResult(
  result: ExecutionResult,
  tool: Pick<ToolEntry, "resultsPath" | "application">,
  size: ResultSize,
): CallToolResult {
  const { outcome, historyId, connection, approval } = result;
  const meta = {
    "bowline/historyId": historyId,
    "bowline/connectionId": connection?.connectionId ?? null,
    ...(approval !== undefined && { "bowline/approvalId": approval.approvalId }),
  };
  return outcome.isSuccess
    ? renderSuccess(outcome, result, tool, size, meta)
    : renderFailure(outcome, connection?.connectionId ?? null, meta);
}

function renderSuccess(
  outcome: Success,
  { outputJson, historyId }: ExecutionResult,
  { resultsPath, application }: Pick<ToolEntry, "resultsPath" | "application">,
  { maxCharacters, canReadOn }: ResultSize,
  meta: Record<string, unknown>,
): CallToolResult {
  const blocks =
    application.record.source === "mcp" ? readContentBlocks(outcome.output, maxCharacters) : null;
  if (blocks !== null) {
    return { content: blocks, _meta: meta };
  }
  // Only the text of such an output can be used.
  const output = outcome.isOutputHeavy ? outputJson : outcome.output;
  const shown = cutResult({ output, json: outputJson, resultsPath }, maxCharacters);
  const notes = [
    ...(shown.cut === null ? [] : [describeCut(shown.cut, historyId, canReadOn)]),
    ...(outcome.resultsCut === undefined ? [] : [describeResultsCut(outcome.resultsCut)]),
    ...(outcome.fieldWarning === undefined ? [] : [outcome.fieldWarning]),
  ];
  return {
    content: [shown.text, ...notes].map((text) => ({ type: "text" as const, text })),
    ...(isObject(shown.value) && { structuredContent: shown.value }),
    _meta: meta,
  };
}

function describeResultsCut(cut: ResultsCut): string {
  const limits: Record<ResultsCut, string> = {
    pages: "the limit of pages was reached",
    time: "the time of a call was used up",
    bytes: "the limit of an output's size was reached",
    link: "the next page has an address that is not allowed",
  };
  return `The list of results is not complete: ${limits[cut]}.`;
}

function renderFailure(
  failure: Failure,
  connectionId: number | null,
  meta: Record<string, unknown>,
): CallToolResult {
  const { kind, message } = failure;
  const wayOut = describeWayOut(failure, connectionId);
  return {
    isError: true,
    content: [
      { type: "text", text: [`${kind}: ${message}`, ...(wayOut === null ? [] : [wayOut])].join("\n") },
    ],
    _meta: { ...meta, "bowline/kind": kind },
  };
}
