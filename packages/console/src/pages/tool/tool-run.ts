import type { CustomConnectionDataItem, ToolExecuteRequest } from "@bowline/sdk";
import type { Input } from "../../form/tool-form.tsx";
import { needsValue } from "../../result/operators.ts";
import type { ResultOptions } from "../../result/result-controls.tsx";

/** What a run consists of, as the page holds it. */
export interface ToolRun {
  toolSlug: string;
  /** What the toolset calls the tool. Without one, its slug. */
  toolName: string;
  input: Input;
  options: ResultOptions;
  /** The object of the connection to work on. */
  contextValue: string | null;
  /** Null: the one that the server finds. */
  connectionId: number | null;
  toolsetId: string | null;
  /** Values that replace fields of the connection for this run. */
  overrides: CustomConnectionDataItem[];
  /** Null: each run has a new one. */
  idempotencyKey: string | null;
}

/** Builds the body of an execution, without members that say nothing. */
export function buildRequest({ input, options, contextValue, overrides }: ToolRun): ToolExecuteRequest {
  const filters = options.filters
    .filter(({ fieldName }) => fieldName.trim() !== "")
    .map((filter) => (needsValue(filter.operator) ? filter : { ...filter, value: "" }));
  const sort = options.sort.filter(({ fieldName }) => fieldName.trim() !== "");
  return {
    fields: input,
    ...(contextValue !== null && { contextValue }),
    ...(filters.length > 0 && { filters }),
    ...(sort.length > 0 && { sort }),
    ...(options.offset > 0 && { offset: options.offset }),
    ...(options.top !== null && { top: options.top }),
    ...(overrides.length > 0 && { customConnectionData: overrides }),
  };
}
