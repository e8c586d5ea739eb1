import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";

export async function getTool(
  deps: Deps,
  _caller: Caller,
  { resource: tool }: InputOf<"getTool">,
): Promise<Reply> {
  const [record] = await deps.catalog.loadToolRecords([tool]);
  if (record === undefined) {
    throw notFound(`Tool "${tool.slug}"`);
  }
  return new Reply(record);
}
