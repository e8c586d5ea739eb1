import { forbidden } from "../api-error.ts";
import { type Caller, describeCredential } from "../db/people/callers.ts";

/**
 * Checks that a credential is not narrowed to another toolset (decisions D13).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function checkNarrowing({ credential }: Caller, toolsetId: string): void {
  const { narrowing } = credential;
  if (narrowing.toolsetId !== null && narrowing.toolsetId !== toolsetId) {
    throw forbidden(`This ${describeCredential(credential)} is narrowed to another toolset.`);
  }
}
