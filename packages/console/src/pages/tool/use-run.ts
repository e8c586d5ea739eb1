import type { ApiResponse, ToolExecuteResponse } from "@bowline/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { checkSize } from "../../api/check-size.ts";
import { buildRequest, type ToolRun } from "./tool-run.ts";

/** How a run ended. */
export type Outcome =
  | { kind: "response"; run: ToolRun; isDryRun: boolean; response: ApiResponse<ToolExecuteResponse> }
  | { kind: "refused"; run: ToolRun; error: unknown };

interface Runner {
  outcome: Outcome | null;
  isRunning: boolean;
  start(run: ToolRun, isDryRun: boolean): Promise<void>;
  cancel(): void;
}

/** The server ends a call long before. */
const timeoutMs = 600_000;

/** Runs a tool, one run at a time. A canceled run leaves the outcome of the one before. */
export function useRun(): Runner {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const current = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  const start = async (run: ToolRun, isDryRun: boolean): Promise<void> => {
    const abort = new AbortController();
    current.current = abort;
    setIsRunning(true);
    try {
      const request = buildRequest(run);
      checkSize(request, "request");
      const response = await bowline.tools
        .execute(run.toolSlug, request, {
          toolsetId: run.toolsetId ?? undefined,
          connectionId: run.connectionId ?? undefined,
          dryRun: isDryRun || undefined,
          idempotencyKey: (isDryRun ? null : run.idempotencyKey) ?? undefined,
          signal: abort.signal,
          timeoutMs,
        })
        .withResponse();
      setOutcome({ kind: "response", run, isDryRun, response });
    } catch (error) {
      if (!abort.signal.aborted) {
        setOutcome({ kind: "refused", run, error });
      }
    } finally {
      if (current.current === abort) {
        current.current = null;
        setIsRunning(false);
      }
      if (!isDryRun) {
        // Pages that list executions read them again when they are opened.
        queryClient.invalidateQueries({ queryKey: ["executions"] }).catch(() => undefined);
      }
    }
  };
  return { outcome, isRunning, start, cancel: () => current.current?.abort() };
}
