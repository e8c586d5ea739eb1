import { forbidden } from "../api-error.ts";
import type { Caller } from "../db/people/callers.ts";

/**
 * Checks that a credential is not narrowed to another toolset (decisions D13).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function checkNarrowing({ credential: { narrowing } }: Caller, toolsetId: string): void {
  if (narrowing.toolsetId !== null && narrowing.toolsetId !== toolsetId) {
    throw forbidden("This key is narrowed to another toolset.");
  }
}
