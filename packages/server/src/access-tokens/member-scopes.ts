import type { Caller } from "../db/people/callers.ts";

/** Chooses the scopes that a member can give, and a token of theirs can have: `admin` is for Admins only (decisions D58). */
export const chooseMemberScopes = (scopes: readonly string[], { role }: Pick<Caller, "role">): string[] =>
  scopes.filter((scope) => scope !== "admin" || role === "Admin");
