import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { decideCall } from "./decide-call.ts";

export const approveApproval = (
  deps: Deps,
  caller: Caller,
  { resource }: InputOf<"approveApproval">,
): Promise<OutputOf<"approveApproval">> =>
  decideCall(deps, caller, resource, { isApproved: true, reason: null });
