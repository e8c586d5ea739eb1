import type { Caller } from "../../db/people/callers.ts";
import { insertToolset } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, Reply } from "../handler.ts";
import { checkToolsetConnections } from "./check-toolset-connections.ts";
import { checkToolsetSettings } from "./check-toolset-settings.ts";
import { readToolset } from "./read-toolset.ts";

export async function createToolset(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createToolset">,
): Promise<Reply> {
  const connections = await checkToolsetConnections(deps, caller, body.connections ?? [], []);
  const settings = body.settings == null ? {} : await checkToolsetSettings(deps, caller, body.settings, null);
  const toolsetId = await insertToolset(deps.db.kysely, caller.accountUserId, {
    name: body.name,
    connections,
    workflows: [...new Set(body.workflows?.map((guid) => guid.toLowerCase()))],
    settings,
  });
  return readToolset(deps, caller, toolsetId);
}
