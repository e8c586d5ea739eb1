import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { changeConnection } from "./change-connection.ts";
import { readConnection } from "./read-connection.ts";

export async function updateConnection(
  deps: Deps,
  caller: Caller,
  { resource: { connectionId }, body }: InputOf<"updateConnection">,
): Promise<OutputOf<"updateConnection">> {
  await changeConnection(deps, caller, connectionId, body);
  return readConnection(deps, caller, connectionId);
}
