import { describeInexact, findInexact } from "@bowline/contract/inexact-number";
import { UsageError } from "../errors.ts";

/**
 * Refuses a JSON text with a number that would be sent as another one (decisions D8a).
 *
 * @throws UsageError
 */
export function checkNumbers(text: string): void {
  const number = findInexact(text);
  if (number !== undefined) {
    throw new UsageError(describeInexact(number));
  }
}
