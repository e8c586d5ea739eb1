import type { Caller } from "../../db/callers.ts";
import { insertToolset } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkToolsetConnections } from "./check-toolset-connections.ts";
import { readToolset } from "./read-toolset.ts";

export async function createToolset(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createToolset">,
): Promise<OutputOf<"createToolset">> {
  const connections = await checkToolsetConnections(deps, caller, body.connections ?? []);
  const toolsetId = await insertToolset(deps.db.kysely, caller.accountUserId, {
    name: body.name,
    connections,
    workflows: body.workflows?.map((guid) => guid.toLowerCase()) ?? [],
  });
  return readToolset(deps, caller, toolsetId);
}
