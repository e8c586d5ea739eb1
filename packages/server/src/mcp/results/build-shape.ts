import type { ResultControls, ToolExecuteRequest } from "@bowline/contract";
import type { ExecutionRequest } from "../../execution/execution-request.ts";

/** How an agent wants the results, as members of an execution. */
export interface RequestedShape {
  body: Pick<ToolExecuteRequest, "filters" | "sort" | "top" | "offset">;
  members: Pick<ExecutionRequest, "resultMembers">;
}

/** Numbers and booleans become the texts that a filter compares with (decisions D47). */
export function buildShape(controls: ResultControls | undefined): RequestedShape {
  if (controls === undefined) {
    return { body: {}, members: {} };
  }
  const { fields, filters, ...others } = controls;
  return {
    body: {
      ...others,
      ...(filters && { filters: filters.map((filter) => ({ ...filter, value: String(filter.value) })) }),
    },
    members: fields === undefined ? {} : { resultMembers: fields },
  };
}
