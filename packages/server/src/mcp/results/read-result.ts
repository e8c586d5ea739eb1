import { metaToolInputs } from "@bowline/contract";
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { notFound } from "../../api-error.ts";
import type { CompanyCatalog, ToolEntry } from "../../catalog/company-catalog.ts";
import { type ExecutionRow, loadExecution } from "../../db/history/executions.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { StoredOutput } from "../../execution/results/stored-outputs.ts";
import { isObject } from "../../runtimes/is-object.ts";
import type { ServedRequest } from "../served-request.ts";
import { findEntry } from "../toolset/list-entries.ts";
import { type CutResult, cutResult } from "./cut-result.ts";
import { describeCut } from "./describe-cut.ts";
import { describeInput } from "./describe-input.ts";
import { prepareInputParser } from "./parse-input.ts";
import { readContentBlocks } from "./read-content-blocks.ts";

export const readResultName = "bowline_read_result";

type Parse = ReturnType<typeof prepareInputParser<typeof metaToolInputs.bowline_read_result>>;
let parse: Parse | undefined;

/** Describes the tool that reads the rest of a cut result. */
export const describeReadResult = (): Tool => ({
  name: readResultName,
  title: "Read more of a result",
  description:
    "Reads the next part of a result that was cut because it was too long. The cut result says how.",
  inputSchema: { ...describeInput(metaToolInputs.bowline_read_result), type: "object" },
  annotations: { readOnlyHint: true },
});

/**
 * Reads on in a cut result, from its history record (decisions D64).
 *
 * @throws ApiError `VALIDATION_ERROR`; `NOT_FOUND` for a record of another caller or toolset, for one that the toolset does not permit,
 * or one that was not kept; `INTERNAL_ERROR` when the output cannot be read in time
 */
export async function readResult(
  deps: Pick<Deps, "db" | "catalog" | "storedOutputs">,
  { caller, toolset }: ServedRequest,
  maxCharacters: number,
  input: unknown,
): Promise<CallToolResult> {
  parse ??= prepareInputParser(metaToolInputs.bowline_read_result);
  const { historyId, offset, character = 0 } = parse(input);
  const row = await deps.db.read((db) => loadExecution(db, caller.companyId, historyId));
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const isOwn = row?.accountUserId === caller.accountUserId && row.toolsetId === (toolset?.toolsetId ?? null);
  if (row === null || !isOwn || !(toolset === null || isPermitted(catalog, caller, toolset, row))) {
    throw notFound(`Result ${historyId}`);
  }
  if (row.output === null) {
    throw notFound(`The stored output of result ${historyId}`);
  }
  const tool = catalog.findTool(row.toolSlug);
  const stored = await deps.storedOutputs.read(row.output, caller.accountUserId);
  const place = { offset, character };
  const { content, cut, value } = showPart(row.output, stored, tool, maxCharacters, place);
  const note = cut === null ? [] : [{ type: "text" as const, text: describeCut(cut, historyId, true) }];
  return {
    content: [...content, ...note],
    ...(isObject(value) && { structuredContent: value }),
    _meta: { "bowline/historyId": historyId },
  };
}

/** Shows a stored output as the result was shown that `renderResult` cut. */
function showPart(
  json: string,
  { exactJson, isHeavy }: StoredOutput,
  tool: ToolEntry | undefined,
  maxCharacters: number,
  { offset, character }: { offset: number; character: number },
): Pick<CutResult, "cut" | "value"> & Pick<CallToolResult, "content"> {
  const output: unknown = isHeavy ? json : JSON.parse(exactJson);
  const isRead = tool?.application.record.source === "mcp" && !isHeavy;
  const read = isRead ? readContentBlocks(output, maxCharacters, offset + character) : null;
  if (read !== null) {
    return { content: read.blocks, cut: read.cut, value: undefined };
  }
  const resultsPath = tool?.resultsPath ?? null;
  const { text, value, cut } = cutResult({ output, json, resultsPath }, maxCharacters, offset, character);
  return { content: [{ type: "text", text }], cut, value };
}

/** The owner can run any tool through the toolset with a full key, and the toolset may have changed since. */
function isPermitted(
  catalog: CompanyCatalog,
  caller: Caller,
  toolset: ToolsetRow,
  { toolSlug, connectionId }: Pick<ExecutionRow, "toolSlug" | "connectionId">,
): boolean {
  const isCovered = toolset.connections.some(
    (one) => one.connectionId === connectionId && one.toolSlugs.includes(toolSlug),
  );
  return isCovered && findEntry(catalog, caller, toolset, toolSlug) !== undefined;
}
