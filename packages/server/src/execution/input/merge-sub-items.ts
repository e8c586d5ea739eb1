import type { ToolExecuteRequest } from "@bowline/contract";
import { invalid, invalidField } from "../../api-error.ts";
import type { ToolEntry } from "../../catalog/company-catalog.ts";

const none: ReadonlySet<string> = new Set();

/** A tool's input, and the names of the members that were sent in `subItems`. */
export interface MergedInput {
  input: Record<string, unknown>;
  subItemNames: ReadonlySet<string>;
}

/**
 * Joins `fields` and `subItems` into the tool's input (decisions D29).
 *
 * @throws ApiError `VALIDATION_ERROR` when a name is in both, or the tool takes no context value and gets one
 */
export function mergeSubItems(tool: ToolEntry, body: ToolExecuteRequest): MergedInput {
  if (body.contextValue != null && tool.contextType === null) {
    throw invalidField("contextValue", `The tool "${tool.slug}" takes no context value.`);
  }
  const fields = body.fields ?? {};
  if (body.subItems == null) {
    return { input: fields, subItemNames: none };
  }
  const names = Object.keys(body.subItems);
  const twice = names.filter((name) => Object.hasOwn(fields, name));
  if (twice.length > 0) {
    throw invalid(twice.map((name) => ({ field: `subItems.${name}`, issue: "Is also given in fields." })));
  }
  return { input: { ...fields, ...body.subItems }, subItemNames: new Set(names) };
}
