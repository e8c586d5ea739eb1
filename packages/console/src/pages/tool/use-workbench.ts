import { useMemo } from "react";
import { dropPresets, readPresets } from "./presets.ts";
import { useConnectionChoice } from "./use-connection-choice.ts";
import { useEntered } from "./use-entered.ts";
import { useOverridableFields } from "./use-overridable-fields.ts";
import { useRunControls } from "./use-run-controls.ts";
import { useRunSettings } from "./use-run-settings.ts";
import { useShownRun } from "./use-shown-run.ts";
import { useToolSchema } from "./use-tool-schema.ts";
import type { WorkbenchStart } from "./workbench-start.ts";

export type Workbench = ReturnType<typeof useWorkbench>;

/** What a person has filled in on a tool's page, and what can be done with it. */
export function useWorkbench(start: WorkbenchStart) {
  const { tool, toolset } = start;
  const connections = start.connections.filter(
    ({ applicationSlug }) => applicationSlug === tool.applicationSlug,
  );
  const entered = useEntered(start);
  const { input, connectionId, contextValue, hasOptions } = entered;
  const { choice, needsApproval } = useConnectionChoice(tool, connections, toolset, connectionId);
  const usedConnectionId = choice.connection?.connectionId ?? null;
  const presets = readPresets(toolset, tool.slug);
  const wholeSchema = useToolSchema(tool, usedConnectionId, contextValue);
  const schema = useMemo(() => dropPresets(wholeSchema, presets), [wholeSchema, presets]);
  const connectionFields = useOverridableFields(choice.connection, hasOptions);
  const settings = useRunSettings(start, entered, connectionFields);
  return {
    ...entered,
    ...useRunControls(tool, settings, entered),
    shownRun: useShownRun(entered.place, settings, input, schema, connectionFields),
    connections,
    choice,
    needsApproval,
    usedConnectionId,
    presets,
    schema,
    connectionFields,
  };
}
