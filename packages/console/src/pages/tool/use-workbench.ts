import type { Connection, Tool, ToolExecuteRequest, Toolset } from "@bowline/sdk";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { JsonSchema } from "../../form/json-schema.ts";
import type { FormHandle, Input } from "../../form/tool-form.tsx";
import { noOptions, type ResultOptions } from "../../result/result-controls.tsx";
import { hideSecrets } from "./calls/hide-secrets.ts";
import { showRun } from "./calls/show-run.ts";
import { keepDraft, readDraft } from "./keep-draft.ts";
import { dropPresets, readPresets } from "./presets.ts";
import { readOptions, readOverrides } from "./read-request.ts";
import type { Overrides } from "./run-options.tsx";
import type { ToolRun } from "./tool-run.ts";
import { useConnectionChoice } from "./use-connection-choice.ts";
import { useLaunch } from "./use-launch.ts";
import { useOverridableFields } from "./use-overridable-fields.ts";
import { useToolSchema } from "./use-tool-schema.ts";

export interface WorkbenchStart {
  tool: Tool;
  /** All of the person's connections. */
  connections: Connection[];
  /** The toolset that the tool is run through. */
  toolset: Toolset | null;
  initialConnectionId: number | null;
  /** The request of a record, to run it again. */
  initialRequest: ToolExecuteRequest | null;
}

export type Workbench = ReturnType<typeof useWorkbench>;

/** What a person has filled in on a tool's page, and what can be done with it. */
export function useWorkbench(start: WorkbenchStart) {
  const { tool, toolset, initialRequest } = start;
  const connections = start.connections.filter(
    ({ applicationSlug }) => applicationSlug === tool.applicationSlug,
  );
  const [input, setInput] = useState<Input>(() => {
    const before = initialRequest?.fields ?? readDraft(tool.slug) ?? {};
    const presets = readPresets(toolset, tool.slug);
    return Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(presets, name)));
  });
  const [formKey, setFormKey] = useState(0);
  const [connectionId, setConnectionId] = useState(start.initialConnectionId);
  const [contextValue, setContextValue] = useState(initialRequest?.contextValue ?? "");
  const [options, setOptions] = useState<ResultOptions>(() => readOptions(initialRequest));
  const [overrides, setOverrides] = useState<Overrides>(() => readOverrides(initialRequest));
  const [idempotencyKey, setIdempotencyKey] = useState("");
  const [isKept, setIsKept] = useState(false);
  const form = useRef<FormHandle>(null);
  const { launch, ...running } = useLaunch(tool);
  const { outcome, isRunning } = running;

  const { choice, needsApproval } = useConnectionChoice(tool, connections, toolset, connectionId);
  const usedConnectionId = choice.connection?.connectionId ?? null;
  const presets = readPresets(toolset, tool.slug);
  const wholeSchema = useToolSchema(tool, usedConnectionId, contextValue);
  const schema = useMemo(() => dropPresets(wholeSchema, presets), [wholeSchema, presets]);
  const [hasOptions, setHasOptions] = useState(Object.keys(overrides).length > 0);
  const connectionFields = useOverridableFields(choice.connection, hasOptions);
  // Without the input, which changes with each key.
  const settings = useMemo(
    (): Omit<ToolRun, "input"> => ({
      toolSlug: tool.slug,
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
  // Typing goes first.
  const lateInput = useDeferredValue(input);
  const shownRun = useMemo(() => {
    const secretFields = connectionFields.filter(({ secret }) => secret).map(({ fieldName }) => fieldName);
    return showRun({ ...settings, input: lateInput }, schema, new Set(secretFields));
  }, [settings, lateInput, schema, connectionFields]);
  useDraft(tool, lateInput, schema);

  const check = (isDryRun: boolean) => {
    const checked = isRunning ? null : (form.current?.check() ?? null);
    if (checked !== null) {
      setIsKept(false);
      launch({ ...settings, input: checked }, isDryRun);
    }
  };
  /** Runs the shown result's call again, for other results of the list. */
  const shape = (changes: Partial<ResultOptions>) => {
    if (!isRunning && outcome !== null) {
      setOptions({ ...options, ...changes });
      setIsKept(true);
      // With its idempotency key, the call would be refused as another one.
      const again = { ...outcome.run, options: { ...outcome.run.options, ...changes }, idempotencyKey: null };
      launch(again, false);
    }
  };
  const sortBy = (fieldName: string) => {
    const [current] = outcome?.run.options.sort ?? [];
    const isSame = current?.fieldName === fieldName && current.orderDirection === 1;
    shape({ sort: [{ fieldName, orderDirection: isSame ? -1 : 1 }], offset: 0 });
  };
  const clear = () => {
    setInput({});
    setOptions(noOptions);
    setOverrides({});
    setIdempotencyKey("");
    setFormKey(formKey + 1);
  };
  return {
    connections,
    connectionId,
    setConnectionId,
    choice,
    needsApproval,
    usedConnectionId,
    contextValue,
    setContextValue,
    schema,
    input,
    setInput,
    formKey,
    form,
    options,
    setOptions,
    connectionFields,
    overrides,
    setOverrides,
    idempotencyKey,
    setIdempotencyKey,
    hasOptions,
    toggleOptions: () => setHasOptions(!hasOptions),
    presets,
    shownRun,
    ...running,
    isKept,
    check,
    clear,
    sortBy,
    turnPage: (offset: number) => shape({ offset }),
  };
}

/** Keeps the input for this tab, without its secrets. */
function useDraft({ slug }: Tool, input: Input, schema: JsonSchema): void {
  useEffect(() => {
    keepDraft(
      slug,
      hideSecrets(input, schema, schema, () => undefined),
    );
  }, [slug, input, schema]);
}
