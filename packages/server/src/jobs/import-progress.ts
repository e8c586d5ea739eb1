import type { ImportPhase } from "@bowline/contract";

/** How far an import is. */
export interface ImportProgress {
  phase: ImportPhase;
  /** How many tools of `total` the phase has done. */
  done: number;
  /** Null: not known. */
  total: number | null;
}

/** Hears how far an import is. Called often; returns at once. */
export type NoteProgress = (progress: ImportProgress) => void;
