import { inputError } from "./request-build-error.ts";

/**
 * Checks the texts in a value that is sent as UTF-8. Half a surrogate pair has no bytes there, so another character would be sent. JSON
 * can escape it.
 *
 * @throws RequestBuildError
 */
export function checkWellFormed(input: string, value: unknown): void {
  if (!isWellFormed(value)) {
    throw inputError(input, "holds half a surrogate pair, which is not a character and cannot be sent.");
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") {
    return value.isWellFormed();
  }
  return (
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
  );
}
