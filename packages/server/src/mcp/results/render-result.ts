import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { cutText } from "../../cut-text.ts";
import type { ExecutionResult, HeldBack } from "../../execution/execution-request.ts";
import { isObject } from "../../runtimes/is-object.ts";
import type { Failure, ResultsCut, Success } from "../../runtimes/outcome.ts";
import { cutResult } from "./cut-result.ts";
import { describeCut } from "./describe-cut.ts";
import { describeWayOut } from "./describe-way-out.ts";
import { describeBeside, limitTexts, readBlocks, readContentBlocks } from "./read-content-blocks.ts";

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
    : renderFailure(outcome, connection?.connectionId ?? null, meta, size);
}

function renderSuccess(
  outcome: Success,
  { outputJson, historyId }: ExecutionResult,
  { resultsPath, application }: Pick<ToolEntry, "resultsPath" | "application">,
  { maxCharacters, canReadOn }: ResultSize,
  meta: Record<string, unknown>,
): CallToolResult {
  const isRead = application.record.source === "mcp" && !outcome.isOutputHeavy;
  const read = isRead ? readContentBlocks(outcome.output, maxCharacters) : null;
  if (read !== null) {
    const note = read.cut === null ? [] : [describeCut(read.cut, historyId, canReadOn)];
    return {
      content: [...read.blocks, ...note.map((text) => ({ type: "text" as const, text }))],
      _meta: meta,
    };
  }
  if (outcome.content?.length === 0 && outcome.output === null) {
    return { content: [], _meta: meta };
  }
  // Only the text of such an output can be used.
  const output = outcome.isOutputHeavy ? outputJson : outcome.output;
  const others = outcome.content === undefined ? [] : readBlocks(outcome.content);
  const shown = cutResult({ output, json: outputJson, resultsPath }, maxCharacters);
  const brief = describeBeside(output, others, maxCharacters);
  const { text, value, cut } =
    brief === null ? shown : { text: brief, value: shown.cut === null ? shown.value : null, cut: null };
  const beside = limitTexts(others, Math.max(0, maxCharacters - text.length));
  const notes = [
    ...(cut === null ? [] : [describeCut(cut, historyId, canReadOn)]),
    ...(outcome.resultsCut === undefined ? [] : [describeResultsCut(outcome.resultsCut)]),
    ...(outcome.warning === undefined ? [] : [outcome.warning]),
  ];
  return {
    content: [...[text, ...notes].map((part) => ({ type: "text" as const, text: part })), ...beside],
    ...(isObject(value) && { structuredContent: value }),
    _meta: meta,
  };
}

function describeResultsCut(cut: ResultsCut): string {
  const limits: Record<ResultsCut, string> = {
    page: "the application's largest page was full, and no way to the next one is known",
    pages: "the limit of pages was reached",
    time: "the time of a call was used up",
    bytes: "the limit of an output's size was reached",
    rows: "the limit of rows was reached",
    repeated: "the application came back to a page that was read before",
    link: "the next page has an address that is not allowed",
  };
  const certainty = cut === "repeated" || cut === "page" ? "may not be" : "is not";
  return `The list of results ${certainty} complete: ${limits[cut]}.`;
}

function renderFailure(
  failure: Failure | HeldBack,
  connectionId: number | null,
  meta: Record<string, unknown>,
  { maxCharacters }: ResultSize,
): CallToolResult {
  const { kind, output } = failure;
  const wayOut = describeWayOut(failure, connectionId);
  const message = describeToolError(failure, maxCharacters);
  return {
    isError: true,
    content: [
      { type: "text", text: [`${kind}: ${message}`, ...(wayOut === null ? [] : [wayOut])].join("\n") },
      ...(kind === "toolError" && Array.isArray(output)
        ? readBlocks(output).filter(({ type }) => type !== "text")
        : []),
    ],
    _meta: { ...meta, "bowline/kind": kind },
  };
}

/** What a tool says about its own failure may be longer than the message that the API has room for. */
function describeToolError({ kind, message, output }: Failure | HeldBack, maxCharacters: number): string {
  if (kind !== "toolError" || !message.endsWith("…") || typeof output !== "string") {
    return message;
  }
  return cutText(output, maxCharacters);
}
