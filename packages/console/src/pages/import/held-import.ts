import type { ImportApplication } from "@bowline/sdk";

/** What was sent, by the import's id, so that it can be imported after a comparison or a failure without being entered again. It is gone after a reload. */
const held = new Map<number, ImportApplication>();
let failed: ImportApplication | null = null;

export const holdImport = (importId: number, request: ImportApplication): void => {
  held.set(importId, request);
};

export const findHeldImport = (importId: number): ImportApplication | null => held.get(importId) ?? null;

/** Forgets what was imported. A document may be large. */
export const dropHeldImport = (importId: number): void => {
  held.delete(importId);
};

/** Keeps what was not imported for the next form. */
export const keepFailedImport = (importId: number): void => {
  failed = findHeldImport(importId);
};

/** Returns what was not imported last, once. */
export function takeFailedImport(): ImportApplication | null {
  const request = failed;
  failed = null;
  return request;
}
