import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import { deleteToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { checkIfMatch } from "../entity-tag.ts";
import type { InputOf } from "../handler.ts";

export async function deleteToolset(
  deps: Deps,
  _caller: Caller,
  { resource: { toolsetId, name }, headers }: InputOf<"deleteToolset">,
): Promise<string> {
  const wasDeleted = await deleteToolsetRow(deps.db.kysely, toolsetId, (row) =>
    checkIfMatch(headers["if-match"], row, `Toolset ${toolsetId}`),
  );
  if (!wasDeleted) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  return `Toolset "${name}" was deleted.`;
}
