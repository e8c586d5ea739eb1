import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { decideCall } from "./decide-call.ts";

export const denyApproval = (
  deps: Deps,
  caller: Caller,
  { resource, body }: InputOf<"denyApproval">,
): Promise<OutputOf<"denyApproval">> =>
  decideCall(deps, caller, resource, { isApproved: false, reason: body.reason || null });
