import { readPointer } from "@bowline/catalog";
import { checkNoProblems, invalid } from "../../api-error.ts";
import { buildFailure } from "../../runtimes/build-failure.ts";
import { isObject } from "../../runtimes/is-object.ts";
import type { Outcome, ResultsShape, Success } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { checkLists, filterResults } from "./filter-results.ts";
import { findFieldWarning } from "./find-field-warning.ts";
import { refuseHeavyOutput } from "./refuse-heavy-output.ts";
import { replacePointer } from "./replace-pointer.ts";
import { sortResults } from "./sort-results.ts";

/** Lists the request's members that shape the list of results. */
export function listAsked({ filters, sort, offset, top }: ResultsShape): string[] {
  const asked: string[] = [];
  if (filters?.length) {
    asked.push("filters");
  }
  if (sort?.length) {
    asked.push("sort");
  }
  if (offset) {
    asked.push("offset");
  }
  if (typeof top === "number") {
    asked.push("top");
  }
  return asked;
}

/**
 * Checks before the call that the tool may return a list (decisions D31), and that the work to shape it is limited (decisions D75).
 *
 * @throws ApiError `VALIDATION_ERROR` that names the members
 */
export function checkShape(tool: LoadedTool, body: ResultsShape): void {
  checkNoProblems(checkLists(body.filters ?? []));
  const { resultsPath, isReadOnly, slug } = tool.entry;
  if (resultsPath !== null || (!tool.isOutputKnown && isReadOnly)) {
    return;
  }
  const issue = tool.isOutputKnown
    ? `The tool "${slug}" returns no list.`
    : `It is not known whether the tool "${slug}" returns a list, and it may change something.`;
  const problems = listAsked(body).map((field) => ({ field, issue }));
  if (problems.length > 0) {
    throw invalid(problems);
  }
}

/**
 * Filters, sorts and cuts the list of results. The rest of the output does not change (decisions D31). An outcome with nothing to do
 * comes back at once.
 */
export function shapeResults(
  tool: LoadedTool,
  wanted: ResultsShape,
  sent: Outcome,
): Outcome | Promise<Outcome> {
  if (!sent.isSuccess) {
    return sent;
  }
  const body = sent.remainingShape ?? wanted;
  return listAsked(body).length === 0 ? sent : shapeSuccess(tool, body, sent);
}

async function shapeSuccess(tool: LoadedTool, body: ResultsShape, sent: Success): Promise<Outcome> {
  const outcome = refuseHeavyOutput(sent);
  if (!outcome.isSuccess) {
    return outcome;
  }
  const path = tool.entry.resultsPath ?? "";
  const results = readPointer(outcome.output, path);
  if (tool.entry.resultsPath !== null && isEmptyList(outcome.output, path, results)) {
    return outcome;
  }
  if (!Array.isArray(results)) {
    return buildFailure(
      "invalidOutput",
      "The application returned no list of results, so filters, sort, offset and top could not be applied.",
      outcome.executionInfo,
    );
  }
  const warning = await findFieldWarning(results, body);
  const output = replacePointer(
    outcome.output,
    path,
    await shapeList(results, { numberFields: tool.numberFields, ...body }),
  );
  return { ...outcome, output, outputText: null, ...(warning !== null && { warning }) };
}

/** Many applications write an empty list as null, or leave the member out. */
function isEmptyList(output: unknown, path: string, results: unknown): boolean {
  if (path === "") {
    return results === null;
  }
  return results == null && isObject(readPointer(output, path.slice(0, path.lastIndexOf("/"))));
}

async function shapeList(
  results: unknown[],
  { filters, sort, offset, top, numberFields }: ResultsShape,
): Promise<unknown[]> {
  const filtered = filters?.length ? await filterResults(results, filters, numberFields) : results;
  const sorted = sort?.length ? await sortResults(filtered, sort, numberFields) : filtered;
  const from = offset ?? 0;
  return sorted.slice(from, top == null ? undefined : from + top);
}
