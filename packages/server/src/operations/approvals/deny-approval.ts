import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { decide } from "./decide.ts";

export const denyApproval = (
  deps: Deps,
  caller: Caller,
  { resource, body }: InputOf<"denyApproval">,
): Promise<OutputOf<"denyApproval">> =>
  decide(deps, caller, resource, { isApproved: false, reason: body.reason || null });
