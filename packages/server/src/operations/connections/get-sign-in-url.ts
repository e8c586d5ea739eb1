import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { requestSignIn } from "./request-sign-in.ts";

export const getSignInUrl = (
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"getSignInUrl">,
): Promise<OutputOf<"getSignInUrl">> => requestSignIn(deps, caller, body);
