import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderApproval } from "./render-approval.ts";

export async function getApproval(
  _deps: Deps,
  _caller: Caller,
  { resource }: InputOf<"getApproval">,
): Promise<OutputOf<"getApproval">> {
  return renderApproval(resource);
}
