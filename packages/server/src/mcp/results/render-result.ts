import type { CallToolResult, TextContent } from "@modelcontextprotocol/server";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { cutText } from "../../cut-text.ts";
import type { ExecutionResult, HeldBack } from "../../execution/execution-request.ts";
import { isObject } from "../../runtimes/is-object.ts";
import { type Failure, maxMessageLength, type ResultsCut, type Success } from "../../runtimes/outcome.ts";
import { type Cut, cutResult } from "./cut-result.ts";
import { describeCut } from "./describe-cut.ts";
import { describeWayOut } from "./describe-way-out.ts";
import {
  countText,
  describeBeside,
  readBlocks,
  readContentBlocks,
  showBlocks,
} from "./read-content-blocks.ts";

/** The characters of a result where nothing else is set (decisions D64). */
export const defaultMaxCharacters = 100_000;

/** The part of a result's length that texts beside structured content can have when that is cut: a tenth (decisions D64). */
const besideShare = 10;

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
      content: [...read.blocks, ...note.map(writeText)],
      _meta: meta,
    };
  }
  if (outcome.content?.length === 0 && outcome.output === null) {
    return { content: [], _meta: meta };
  }
  // Only the text of such an output can be used.
  const output = outcome.isOutputHeavy ? outputJson : outcome.output;
  const others = outcome.content === undefined ? [] : readBlocks(outcome.content);
  const besideLength = Math.min(countText(others), Math.floor(maxCharacters / besideShare));
  const cutTo = (length: number) => cutResult({ output, json: outputJson, resultsPath }, length);
  const whole = cutTo(maxCharacters);
  const shown = whole.cut === null || besideLength === 0 ? whole : cutTo(maxCharacters - besideLength);
  const brief = describeBeside(output, others, maxCharacters);
  const { text, value, cut } =
    brief === null ? shown : { text: brief, value: shown.cut === null ? shown.value : null, cut: null };
  const beside = showBlocks(others, Math.max(0, maxCharacters - text.length));
  const notes = [
    ...(cut === null ? [] : [describeCut(cut, historyId, canReadOn)]),
    ...(outcome.resultsCut === undefined ? [] : [describeResultsCut(outcome.resultsCut)]),
    ...(outcome.warning === undefined ? [] : [outcome.warning]),
  ];
  return {
    content: [
      ...[text, ...notes].map(writeText),
      ...beside.blocks,
      ...(beside.cut === null ? [] : [writeText(describeBesideCut(beside.cut))]),
    ],
    ...(isObject(value) && { structuredContent: value }),
    _meta: meta,
  };
}

const writeText = (text: string): TextContent => ({ type: "text", text });

/** The history does not keep what stands beside structured content. */
const describeBesideCut = ({ to, total }: Cut): string =>
  `Of the texts beside the structured content, only the first ${to} of ${total} characters are shown. The rest cannot be read.`;

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
  const { kind, content = [] } = failure;
  const wayOut = describeWayOut(failure, connectionId);
  const said = cutText(failure.words ?? failure.message, Math.max(maxCharacters, maxMessageLength));
  return {
    isError: true,
    content: [
      writeText([`${kind}: ${said}`, ...(wayOut === null ? [] : [wayOut])].join("\n")),
      ...showBlocks(readBlocks(content), Math.max(0, maxCharacters - said.length)).blocks,
    ],
    _meta: { ...meta, "bowline/kind": kind },
  };
}
