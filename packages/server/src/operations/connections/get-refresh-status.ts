import { loadRefresh } from "../../db/connections/connection-objects.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderNullableDate } from "../page.ts";

export async function getRefreshStatus(
  deps: Deps,
  _caller: Caller,
  { resource: { connectionId } }: InputOf<"getRefreshStatus">,
): Promise<OutputOf<"getRefreshStatus">> {
  const row = await loadRefresh(deps.db.kysely, connectionId);
  if (row === null) {
    return {
      status: 0,
      statusDescription: "Never refreshed.",
      error: null,
      errorDate: null,
      lastRefreshDate: null,
    };
  }
  return {
    ...row,
    errorDate: renderNullableDate(row.errorDate),
    lastRefreshDate: renderNullableDate(row.lastRefreshDate),
  };
}
