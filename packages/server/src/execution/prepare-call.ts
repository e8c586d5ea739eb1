import { splitPointer } from "@bowline/catalog/json-pointer";
import { checkNoProblems, invalidField } from "../api-error.ts";
import { type AtHand, goOn } from "../at-hand.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import type { Access, PreparedCall } from "../runtimes/runtime.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import { fieldOf } from "./input/describe-problems.ts";
import { writeLargeIntegers } from "./input/large-integers.ts";
import type { MergedInput } from "./input/merge-sub-items.ts";
import type { LoadedTool } from "./load-tool.ts";

/** Everything a call is prepared from, except the connection. */
export interface CallSource extends MergedInput {
  tool: LoadedTool;
  /** Connection fields for this call only, by name. */
  overrides: Readonly<Record<string, string>>;
  /** JSON Pointers of the texts in the input that are sent as numbers (decisions D8a). */
  largeIntegers: readonly string[];
}

/**
 * Opens the connection's secrets and has the tool's runtime prepare the call. Sends nothing.
 *
 * @throws ApiError `VALIDATION_ERROR` that names the wrong member of the request
 */
export function prepareCall(
  parts: Pick<ExecutionParts, "access">,
  source: CallSource,
  connection: ConnectionRow | null,
): AtHand<PreparedCall> {
  checkReadable(source);
  const opening = parts.access.open(source.tool.entry.application, connection, source.overrides);
  return goOn(opening, (access) => prepareThrough(access, source));
}

function prepareThrough(access: Access, source: CallSource): PreparedCall {
  const { tool, input, subItemNames, largeIntegers } = source;
  try {
    return tool.compiled.prepare(access, writeLargeIntegers(input, largeIntegers));
  } catch (error) {
    if (error instanceof RequestBuildError) {
      const name = error.field.replace(/^fields\./, "");
      const field = subItemNames.has(name) ? `subItems.${name}` : error.field;
      throw invalidField(field, error.message);
    }
    throw error;
  }
}

/** The code of a tool has no whole number for such digits. */
function checkReadable({ tool, subItemNames, largeIntegers }: CallSource): void {
  if (tool.compiled.readsDoubles) {
    const issue = `Must be within ±${Number.MAX_SAFE_INTEGER}: this tool is code, which reads no larger whole number exactly.`;
    checkNoProblems(
      largeIntegers.map((pointer) => ({ field: fieldOf(splitPointer(pointer), subItemNames), issue })),
    );
  }
}
