import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderToolset } from "./render-toolset.ts";

export async function getToolset(
  deps: Deps,
  caller: Caller,
  { resource: toolset }: InputOf<"getToolset">,
): Promise<OutputOf<"getToolset">> {
  return renderToolset(await deps.catalog.forCompany(caller.companyId), caller, toolset);
}
