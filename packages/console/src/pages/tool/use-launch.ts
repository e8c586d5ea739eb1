import type { Tool } from "@bowline/sdk";
import { type RefObject, useRef, useState } from "react";
import type { ToolRun } from "./tool-run.ts";
import { type Outcome, useRun } from "./use-run.ts";

interface Launcher {
  outcome: Outcome | null;
  isRunning: boolean;
  /** The element that shows the outcome. */
  result: RefObject<HTMLElement | null>;
  /** Runs the tool. A destructive tool asks the person first, except for a dry run. */
  launch(run: ToolRun, isDryRun: boolean): void;
  cancel(): void;
  /** Whether the person is being asked. */
  isAsked: boolean;
  confirm(): Promise<void>;
  unask(): void;
}

/** Runs a tool, after a question where it may destroy something, and brings the result into view. */
export function useLaunch({ annotations }: Tool): Launcher {
  const { outcome, isRunning, start, cancel } = useRun();
  const [asked, setAsked] = useState<ToolRun | null>(null);
  const result = useRef<HTMLElement>(null);
  const send = async (run: ToolRun, isDryRun: boolean) => {
    await start(run, isDryRun);
    // On a narrow screen the result is below the form.
    result.current?.scrollIntoView({ block: "nearest" });
  };
  const launch = (run: ToolRun, isDryRun: boolean) => {
    if (annotations.destructiveHint && !annotations.readOnlyHint && !isDryRun) {
      setAsked(run);
    } else {
      void send(run, isDryRun);
    }
  };
  const confirm = async () => {
    setAsked(null);
    if (asked !== null) {
      await send(asked, false);
    }
  };
  const unask = () => setAsked(null);
  return { outcome, isRunning, result, launch, cancel, isAsked: asked !== null, confirm, unask };
}
