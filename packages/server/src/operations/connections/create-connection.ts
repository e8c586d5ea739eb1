import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readConnection } from "./read-connection.ts";
import { storeConnection } from "./store-connection.ts";

export async function createConnection(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createConnection">,
): Promise<OutputOf<"createConnection">> {
  return readConnection(deps, caller, await storeConnection(deps, caller, body));
}
