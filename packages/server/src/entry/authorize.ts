import type { Operation } from "@bowline/contract";
import { forbidden } from "../api-error.ts";
import type { Caller } from "../db/callers.ts";

/** The access rules of an endpoint, the same for every protocol. */
export type EntryPolicy = Pick<Operation, "auth" | "narrowed">;

/**
 * Checks that a caller may use an endpoint (decisions D12, D13, D15).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function authorize({ auth, narrowed }: EntryPolicy, caller: Caller): void {
  const { toolsetId, isReadOnly } = caller.credential.narrowing;
  if (caller.isProfileDeleted && auth !== "anyone") {
    throw forbidden("The profile of this credential was deleted: it can only call whoami.");
  }
  if (auth === "admin" && caller.role !== "Admin") {
    throw forbidden("Only an Admin of the company may do this.");
  }
  if (toolsetId !== null && narrowed !== "toolset") {
    throw forbidden("This key is narrowed to one toolset: it can only see that toolset and use its tools.");
  }
  if (isReadOnly && narrowed === "none") {
    throw forbidden("This key is read-only: it can read, and execute tools that only read.");
  }
}
