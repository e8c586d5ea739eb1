import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, Reply } from "../handler.ts";
import { replyWithConnection } from "./reply-with-connection.ts";
import { storeConnection } from "./store-connection.ts";

export async function createConnection(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createConnection">,
): Promise<Reply> {
  return replyWithConnection(deps, caller, await storeConnection(deps, caller, body));
}
