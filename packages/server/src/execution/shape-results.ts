import type { ToolExecuteRequest } from "@bowline/contract";
import { ApiError } from "../api-error.ts";
import type { Outcome, Success } from "../runtimes/outcome.ts";
import { filterResults } from "./filter-results.ts";
import type { LoadedTool } from "./load-tool.ts";
import { sortResults } from "./sort-results.ts";

type Shape = Pick<ToolExecuteRequest, "filters" | "sort" | "offset" | "top">;

/** Whether the request asks for anything to be done to the tool's list of results. */
export const asksForShape = ({ filters, sort, offset, top }: Shape): boolean =>
  Boolean(filters?.length) || Boolean(sort?.length) || Boolean(offset) || typeof top === "number";

/**
 * Checks before the call that there can be a list to shape (decisions D31).
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function checkShape(tool: LoadedTool, body: Shape): void {
  const { resultsPath, isReadOnly, slug } = tool.entry;
  if (resultsPath !== null || !asksForShape(body)) {
    return;
  }
  if (tool.isOutputKnown) {
    throw new ApiError(
      "INVALID_REQUEST",
      `The tool "${slug}" returns no list: filters, sort, offset and top do not apply to it.`,
    );
  }
  if (!isReadOnly) {
    throw new ApiError(
      "INVALID_REQUEST",
      `It is not known whether the tool "${slug}" returns a list, and it may change something: filters, sort, offset and top do not apply to it.`,
    );
  }
}

/** Filters, sorts and cuts the list of results; the rest of the output stays as it is (decisions D31). */
export function shapeResults(tool: LoadedTool, body: Shape, outcome: Outcome): Outcome {
  if (!outcome.isSuccess || !asksForShape(body)) {
    return outcome;
  }
  const path = tool.entry.resultsPath ?? "";
  const results = readPointer(outcome.output, path);
  if (!Array.isArray(results)) {
    return {
      isSuccess: false,
      kind: "invalidOutput",
      message:
        "The application answered no list of results, so filters, sort, offset and top could not be applied.",
      output: null,
      executionInfo: outcome.executionInfo,
    };
  }
  return replaceResults(outcome, path, shapeList(results, body));
}

function shapeList(results: unknown[], { filters, sort, offset, top }: Shape): unknown[] {
  const filtered = filters?.length ? filterResults(results, filters) : results;
  const sorted = sort?.length ? sortResults(filtered, sort) : filtered;
  const from = offset ?? 0;
  return sorted.slice(from, top == null ? undefined : from + top);
}

function replaceResults(outcome: Success, pointer: string, results: unknown[]): Success {
  if (pointer === "") {
    return { ...outcome, output: results, outputText: null };
  }
  const parts = splitPointer(pointer);
  const last = parts.pop() ?? "";
  const holder = readParts(outcome.output, parts) as Record<string, unknown>;
  holder[last] = results;
  return { ...outcome, outputText: null };
}

const readPointer = (value: unknown, pointer: string): unknown => readParts(value, splitPointer(pointer));

/** RFC 6901. */
const splitPointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

function readParts(value: unknown, parts: readonly string[]): unknown {
  let found = value;
  for (const part of parts) {
    if (typeof found !== "object" || found === null) {
      return undefined;
    }
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}
