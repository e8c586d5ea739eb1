import type { Operation } from "@bowline/contract";
import { forbidden } from "../api-error.ts";
import type { Caller } from "../identity/caller.ts";

/**
 * Checks that a caller may call an operation at all (decisions D12, D13, D15).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function authorize(operation: Operation, caller: Caller): void {
  if (caller.isProfileDeleted && operation.auth !== "anyone") {
    throw forbidden("The profile of this credential was deleted: only whoami answers it.");
  }
  if (operation.auth === "admin" && caller.role !== "Admin") {
    throw forbidden("Only an Admin of the company may do this.");
  }
  if (caller.onlyToolsetId !== null && operation.narrowedKeys !== "toolset") {
    throw forbidden("This key is narrowed to one toolset: it can only execute that toolset's tools.");
  }
  if (caller.isReadOnly && operation.narrowedKeys === "none") {
    throw forbidden("This key is read-only: it can read, and execute tools that only read.");
  }
}
