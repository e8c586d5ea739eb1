import type { ImportApplication } from "@bowline/sdk";

/** What was sent, by the import's id, so that it can be imported after a comparison or a failure without being entered again. It is gone after a reload. */
const held = new Map<number, ImportApplication>();
/** What was not imported last, and the slug in the address of the form that it came from. */
let failed: { request: ImportApplication; formSlug: string } | null = null;

export const holdImport = (importId: number, request: ImportApplication): void => {
  held.set(importId, request);
};

export const findHeldImport = (importId: number): ImportApplication | null => held.get(importId) ?? null;

/** Forgets what was imported. A document may be large. */
export const dropHeldImport = (importId: number): void => {
  held.delete(importId);
};

/** Keeps what was not imported for the form that it came from. */
export function keepFailedImport(importId: number, formSlug: string): void {
  const request = findHeldImport(importId);
  failed = request === null ? null : { request, formSlug };
}

/** Returns what was not imported last, once. A form for another application begins empty. */
export function takeFailedImport(formSlug: string): ImportApplication | null {
  const request = failed?.formSlug === formSlug ? failed.request : null;
  failed = null;
  return request;
}
