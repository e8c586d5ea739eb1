import { useState } from "react";
import type { Input } from "../../form/tool-form.tsx";
import { noOptions, type ResultOptions } from "../../result/result-controls.tsx";
import { findPlace, type KeptPlace, readKeptInput } from "./kept-input.ts";
import { readPresets } from "./presets.ts";
import { readInput, readOptions, readOverrides } from "./read-request.ts";
import type { Overrides } from "./run-options.tsx";
import type { WorkbenchStart } from "./workbench-start.ts";

export type Entered = ReturnType<typeof useEntered>;

/** What a person has filled in on a tool's page. */
export function useEntered(start: WorkbenchStart) {
  const { initialConnectionId, initialRequest } = start;
  // While the page is left, its address is that of the next one already.
  const [place] = useState(() => findPlace(start));
  const [input, setInput] = useState<Input>(() => readFirstInput(start, place));
  const [formKey, setFormKey] = useState(0);
  const [connectionId, setConnectionId] = useState(initialConnectionId);
  const [contextValue, setContextValue] = useState(initialRequest?.contextValue ?? "");
  const [options, setOptions] = useState<ResultOptions>(() => readOptions(initialRequest));
  const [overrides, setOverrides] = useState<Overrides>(() => readOverrides(initialRequest));
  const [idempotencyKey, setIdempotencyKey] = useState("");
  const [hasOptions, setHasOptions] = useState(Object.keys(overrides).length > 0);
  return {
    /** Where the input is kept. */
    place,
    input,
    setInput,
    /** Changes when the form has to begin anew. */
    formKey,
    connectionId,
    setConnectionId,
    contextValue,
    setContextValue,
    options,
    setOptions,
    overrides,
    setOverrides,
    idempotencyKey,
    setIdempotencyKey,
    /** Whether "More options" is open. */
    hasOptions,
    toggleOptions: () => setHasOptions(!hasOptions),
    clear: () => {
      setInput({});
      setOptions(noOptions);
      setOverrides({});
      setIdempotencyKey("");
      setFormKey(formKey + 1);
    },
  };
}

/** What this tab had before, or else the input of the record that is run again, without what the toolset sends. */
function readFirstInput({ tool, toolset, initialRequest }: WorkbenchStart, place: KeptPlace): Input {
  const recorded = initialRequest === null ? {} : readInput(initialRequest);
  const before = readKeptInput(place) ?? recorded;
  const presets = readPresets(toolset, tool.slug);
  return Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(presets, name)));
}
