import { buildRequest } from "../tool-run.ts";
import type { ShownRun } from "./show-run.ts";

/** At a toolset's address a tool has its own name there; for all tools there is one that runs any of them. */
export function writeMcp(run: ShownRun): string {
  const { fields, filters, sort, offset, top } = buildRequest(run);
  const results = {
    ...(filters && { filters }),
    ...(sort && { sort }),
    ...(offset && { offset }),
    ...(top && { top }),
  };
  const hasResults = Object.keys(results).length > 0;
  const params =
    run.toolsetId === null
      ? {
          name: "bowline_execute_tool",
          arguments: {
            toolSlug: run.toolSlug,
            fields,
            ...(run.connectionId !== null && { connectionId: run.connectionId }),
            ...(hasResults && { results }),
          },
        }
      : { name: run.toolName, arguments: { ...fields, ...(hasResults && { _results: results }) } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
}

/** Lists in words what a run has and MCP does not take; empty when there is nothing. */
export function listMissingInMcp({ contextValue, overrides, idempotencyKey }: ShownRun): string {
  const missing = [
    contextValue === null ? null : "the object that is worked on",
    overrides.length === 0 ? null : "connection fields of one call",
    idempotencyKey === null ? null : "an idempotency key",
  ].filter((part) => part !== null);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(missing);
}
