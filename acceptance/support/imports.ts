import { setTimeout as delay } from "node:timers/promises";
import { type Caller, succeed } from "./caller.ts";
import type { ImportResult } from "./records.ts";

/** An import in the background, as the API returns it. */
export interface ImportRecord {
  importId: number;
  applicationSlug: string;
  isDryRun: boolean;
  status: number;
  phase: string;
  done: number;
  total: number | null;
  result: (ImportResult & { changes?: { toolSlug: string; kind: string }[] }) | null;
  error: string | null;
  errorCode: string | null;
  startedDate: string;
  endedDate: string | null;
}

export async function startImport(admin: Caller, body: object): Promise<number> {
  const started = admin.post("/v1/applications", { source: "openapi", ...body, background: true });
  return (await succeed<{ importId: number }>(started)).importId;
}

/** Reads an import until it has ended. Returns all the records that were read. */
export async function followImport(reader: Caller, importId: number): Promise<ImportRecord[]> {
  const seen: ImportRecord[] = [];
  for (;;) {
    const record = await succeed<ImportRecord>(reader.get(`/v1/imports/${importId}`));
    seen.push(record);
    if (record.status !== 1) {
      return seen;
    }
    await delay(50);
  }
}
