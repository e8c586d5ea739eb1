import type { ApiKeyRecord } from "@bowline/contract";
import type { ApiKeyRow } from "../../db/people/api-keys.ts";
import type { Deps } from "../../deps.ts";
import { renderDate, renderNullableDate } from "../page.ts";

/** Renders an API key without its value. */
export function renderApiKey(deps: Deps, row: ApiKeyRow): ApiKeyRecord {
  return {
    apiKeyId: row.apiKeyId,
    name: row.name,
    accountUserId: row.accountUserId,
    toolsetId: row.toolsetId,
    readOnly: row.readOnly,
    expiresDate: renderNullableDate(row.expiresDate),
    createdDate: renderDate(row.createdDate),
    lastUsedDate: renderNullableDate(deps.lastUsed.ofApiKey(row.apiKeyId) ?? row.lastUsedDate),
  };
}
