import type { ImportApplication } from "@bowline/sdk";

/** What was compared, by the comparison's id, so that it can be imported without being chosen again. It is gone after a reload. */
const held = new Map<number, ImportApplication>();

export const holdImport = (importId: number, request: ImportApplication): void => {
  held.set(importId, request);
};

export const findHeldImport = (importId: number): ImportApplication | null => held.get(importId) ?? null;
