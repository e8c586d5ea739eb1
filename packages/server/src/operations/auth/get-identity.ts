import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { OutputOf } from "../handler.ts";

export async function getIdentity(_deps: Deps, caller: Caller): Promise<OutputOf<"getIdentity">> {
  return {
    userType: findUserType(caller),
    fullName: caller.isProfileDeleted ? "" : caller.fullName,
    email: caller.isProfileDeleted ? "" : caller.email,
    currentCompany: caller.companyName,
    role: caller.role,
  };
}

function findUserType({ isProfileDeleted, credential }: Caller): "anonymous" | "apiuser" | "user" {
  if (isProfileDeleted) {
    return "anonymous";
  }
  return credential.kind === "apiKey" ? "apiuser" : "user";
}
