import type { CompanyCatalog, ToolEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Rows } from "../../db/rows.ts";

/** Finds tools, best first. Those of applications that the caller is connected to rank higher. */
export async function searchTools(
  rows: Rows,
  caller: Caller,
  catalog: CompanyCatalog,
  query: string,
  accept: (tool: ToolEntry) => boolean,
): Promise<ToolEntry[]> {
  const connectedApplicationIds = await rows.connectedApplications.get(String(caller.accountUserId));
  return catalog.searchTools(query, { accept, connectedApplicationIds: connectedApplicationIds ?? [] });
}
