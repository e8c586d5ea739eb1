import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readConnection } from "./read-connection.ts";

export async function getConnection(
  deps: Deps,
  caller: Caller,
  { resource: { connectionId } }: InputOf<"getConnection">,
): Promise<OutputOf<"getConnection">> {
  return readConnection(deps, caller, connectionId);
}
