import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
import type { OutputOf } from "../handler.ts";

export async function getIdentity(_deps: Deps, caller: Caller): Promise<OutputOf<"getIdentity">> {
  return {
    userType: caller.isProfileDeleted ? "anonymous" : "apiuser",
    fullName: caller.isProfileDeleted ? "" : caller.fullName,
    email: caller.isProfileDeleted ? "" : caller.email,
    currentCompany: caller.companyName,
    role: caller.role,
  };
}
