import type { Connection, MetaToolInput } from "@bowline/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Deps } from "../../deps.ts";
import { listConnections as listAllConnections } from "../../operations/connections/list-connections.ts";
import type { OfferedCall } from "../offered-tools.ts";
import type { ServedRequest } from "../served-request.ts";
import { renderJson } from "./render-json.ts";

/** Lists the caller's connections. @throws ApiError `NOT_FOUND` for an unknown application */
export async function listConnections(
  deps: Deps,
  { caller, requestId }: ServedRequest,
  query: MetaToolInput<"bowline_list_connections">,
  { options }: OfferedCall,
): Promise<CallToolResult> {
  const page = await listAllConnections(deps, caller, {
    query,
    params: {},
    body: null,
    resource: null,
    headers: {},
    requestId,
    openClientSignal: () => options.signal,
  });
  return renderJson({ connections: page.items.map(renderConnection), totalCount: page.totalCount });
}

const renderConnection = ({
  connectionId,
  name,
  applicationSlug,
  accountLabel,
  status,
  statusReason,
  isDefault,
}: Connection): Record<string, unknown> => ({
  connectionId,
  name,
  applicationSlug,
  accountLabel,
  status,
  ...(statusReason !== null && { statusReason }),
  isDefault,
});
