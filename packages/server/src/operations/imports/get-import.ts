import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderImport } from "./render-import.ts";

export async function getImport(
  _deps: Deps,
  _caller: Caller,
  { resource }: InputOf<"getImport">,
): Promise<OutputOf<"getImport">> {
  return renderImport(resource);
}
