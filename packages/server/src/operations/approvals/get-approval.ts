import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderApproval } from "./render-approval.ts";

export async function getApproval(
  { catalog }: Deps,
  { companyId }: Caller,
  { resource }: InputOf<"getApproval">,
): Promise<OutputOf<"getApproval">> {
  return renderApproval(await catalog.forCompany(companyId), resource);
}
