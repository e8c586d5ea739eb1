import type { ResultControls, ToolExecuteRequest } from "@bowline/contract";
import type { ExecutionRequest } from "../../execution/execution-request.ts";

/** How an agent wants the results, as members of an execution. */
export interface RequestedShape {
  body: Pick<ToolExecuteRequest, "filters" | "sort" | "top" | "offset">;
  members: Pick<ExecutionRequest, "resultMembers">;
}

/** Names a member of the shape as the agent sends it, by its path in a request of the API. @param place the argument that it is in */
export const nameShape = (field: string, place: string): string =>
  /^(?:filters|sort|top|offset)\b/.test(field) ? `${place}.${field}` : field;

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
