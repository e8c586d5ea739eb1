import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, Reply } from "../handler.ts";
import { changeConnection } from "./change-connection.ts";
import { replyWithConnection } from "./reply-with-connection.ts";

export async function updateConnection(
  deps: Deps,
  caller: Caller,
  { resource: { connectionId }, body }: InputOf<"updateConnection">,
): Promise<Reply> {
  return replyWithConnection(deps, caller, await changeConnection(deps, caller, connectionId, body));
}
