import { notFound } from "../../api-error.ts";
import { deleteApiKeyRow } from "../../db/people/api-keys.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteApiKey(
  deps: Deps,
  _caller: Caller,
  { resource: key }: InputOf<"deleteApiKey">,
): Promise<string> {
  if (!(await deleteApiKeyRow(deps.db.kysely, key.apiKeyId))) {
    throw notFound(`API key ${key.apiKeyId}`);
  }
  return `API key ${key.apiKeyId} was deleted.`;
}
