import { forbidden } from "../api-error.ts";
import type { Caller } from "../db/callers.ts";

/**
 * Checks that a credential is not narrowed to another toolset (decisions D13).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function checkWithinNarrowing(caller: Caller, toolsetId: string): void {
  const narrowedTo = caller.credential.narrowing.toolsetId;
  if (narrowedTo !== null && narrowedTo !== toolsetId) {
    throw forbidden("This key is narrowed to another toolset.");
  }
}
