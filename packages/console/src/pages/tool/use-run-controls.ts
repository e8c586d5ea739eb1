import type { Tool } from "@bowline/sdk";
import { useRef, useState } from "react";
import type { FormHandle } from "../../form/tool-form.tsx";
import type { ResultOptions } from "../../result/result-controls.tsx";
import type { Entered } from "./use-entered.ts";
import { useLaunch } from "./use-launch.ts";
import type { RunSettings } from "./use-run-settings.ts";

/** Runs what was filled in, and the shown result's call again for other results of its list. */
export function useRunControls(tool: Tool, settings: RunSettings, { options, setOptions }: Entered) {
  const form = useRef<FormHandle>(null);
  const [isKept, setIsKept] = useState(false);
  const { launch, ...running } = useLaunch(tool);
  const { outcome, isRunning } = running;
  const check = (isDryRun: boolean) => {
    const checked = isRunning ? null : (form.current?.check() ?? null);
    if (checked !== null) {
      setIsKept(false);
      launch({ ...settings, input: checked }, isDryRun);
    }
  };
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
  return {
    ...running,
    form,
    /** Whether the shown result stays in sight while its call runs again. */
    isKept,
    /** Runs the tool when the form has no problem. */
    check,
    sortBy,
    turnPage: (offset: number) => shape({ offset }),
  };
}
