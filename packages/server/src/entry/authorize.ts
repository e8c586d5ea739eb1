import type { Operation } from "@bowline/contract";
import { ApiError, forbidden } from "../api-error.ts";
import { type Caller, describeCredential } from "../db/people/callers.ts";

/** The access rules of an endpoint, the same for every protocol. */
export type EntryPolicy = Pick<Operation, "auth" | "narrowed" | "scope">;

/** 403: the access token was not granted a scope. Doors add the header that names it (decisions D58). */
export class InsufficientScopeError extends ApiError {
  readonly scope: string;

  constructor(scope: string) {
    super("FORBIDDEN", `This token was not granted the scope ${scope}. Ask for a token with it.`);
    this.scope = scope;
  }
}

/**
 * Checks that a caller may use an endpoint (decisions D12, D13, D15, D58).
 *
 * @throws ApiError `FORBIDDEN`
 */
export function authorize({ auth, narrowed, scope }: EntryPolicy, caller: Caller): void {
  const { toolsetId, isReadOnly, scopes } = caller.credential.narrowing;
  const credential = describeCredential(caller.credential);
  if (caller.isProfileDeleted && auth !== "anyone") {
    throw forbidden("The profile of this credential was deleted: it can only call whoami.");
  }
  if (auth === "admin" && caller.role !== "Admin") {
    throw forbidden("Only an Admin of the company may do this.");
  }
  if (toolsetId !== null && narrowed !== "toolset") {
    throw forbidden(
      `This ${credential} is narrowed to one toolset: it can only see that toolset and use its tools.`,
    );
  }
  if (isReadOnly && narrowed === "none") {
    throw forbidden(`This ${credential} is read-only: it can read, and execute tools that only read.`);
  }
  if (scopes !== null && scope !== null && !scopes.includes(scope)) {
    throw new InsufficientScopeError(scope);
  }
}
