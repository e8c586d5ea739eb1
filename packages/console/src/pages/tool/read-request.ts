import type { ToolExecuteRequest } from "@bowline/sdk";
import type { ResultOptions } from "../../result/result-controls.tsx";
import type { Overrides } from "./run-options.tsx";

/** What the history shows in place of a secret. */
const masked = "***";

/** Reads how the results of a recorded request were shaped. */
export function readOptions(request: ToolExecuteRequest | null): ResultOptions {
  return {
    filters: request?.filters ?? [],
    sort: request?.sort ?? [],
    top: request?.top ?? null,
    offset: request?.offset ?? 0,
  };
}

/** Reads the connection's fields that a recorded request replaced. Secrets are not recorded. */
export function readOverrides(request: ToolExecuteRequest | null): Overrides {
  const items = request?.customConnectionData ?? [];
  return Object.fromEntries(
    items.flatMap(({ fieldName, value }) => (value === masked ? [] : [[fieldName, value]])),
  );
}
