import { useEffect, useRef, useState } from "react";
import { bowline } from "../../../api/bowline.ts";
import type { ExecutionFilters } from "../../../api/executions.ts";
import { saveFile } from "../../../parts/save-file.ts";
import { type ExportFormat, exportRecords } from "./export-records.ts";

/** The largest page of the API. */
const pageSize = 1000;

/** How far an export is. */
export type ExportState =
  | { phase: "idle" }
  | { phase: "running"; format: ExportFormat; count: number }
  | { phase: "done"; name: string; count: number; isLimited: boolean }
  | { phase: "failed"; format: ExportFormat; error: unknown };

/** Exports everything that the filters match into a file. It ends when the page is left. */
export function useHistoryExport(filters: ExecutionFilters) {
  const [state, setState] = useState<ExportState>({ phase: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(format: ExportFormat): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: ExportState) => {
      if (!signal.aborted) {
        setState(next);
      }
    };
    show({ phase: "running", format, count: 0 });
    try {
      const records = bowline.executions.list({ ...filters, top: pageSize }, { signal });
      const { from, to } = filters;
      const report = (count: number) => show({ phase: "running", format, count });
      const file = await exportRecords(records, { format, from, to, signal, report });
      if (!signal.aborted) {
        saveFile(file.name, file.parts, file.type);
        show({ phase: "done", name: file.name, count: file.count, isLimited: file.isLimited });
      }
    } catch (error) {
      show({ phase: "failed", format, error });
    }
  }

  function cancel(): void {
    running.current?.abort();
    setState({ phase: "idle" });
  }

  return { state, start, cancel };
}
