import type { CredentialField } from "@bowline/sdk";
import { useMemo } from "react";
import { noOptions } from "../../result/result-controls.tsx";
import type { ToolRun } from "./tool-run.ts";
import type { Entered } from "./use-entered.ts";
import type { WorkbenchStart } from "./workbench-start.ts";

export type RunSettings = Omit<ToolRun, "input">;

/**
 * Builds a run of what was filled in, without the input, which changes with each key.
 *
 * @param connectionFields those that the run may replace
 */
export function useRunSettings(
  { tool, toolset }: WorkbenchStart,
  { options, contextValue, connectionId, overrides, idempotencyKey }: Entered,
  connectionFields: CredentialField[],
): RunSettings {
  return useMemo(
    () => ({
      toolSlug: tool.slug,
      toolName: toolset?.settings?.tools?.[tool.slug]?.name ?? tool.slug,
      options: tool.resultsPath === null ? noOptions : options,
      contextValue: tool.contextType === null || contextValue === "" ? null : contextValue,
      connectionId,
      toolsetId: toolset?.toolsetId ?? null,
      overrides: connectionFields.flatMap(({ fieldName }) => {
        const value = overrides[fieldName];
        return value === undefined ? [] : [{ fieldName, value }];
      }),
      idempotencyKey: idempotencyKey.trim() || null,
    }),
    [tool, options, contextValue, connectionId, toolset, connectionFields, overrides, idempotencyKey],
  );
}
