import type { OperationScope, ServiceClient } from "@bowline/contract";
import type { ServiceClientRow } from "../../db/authorization/registered-clients.ts";
import { renderDate } from "../page.ts";

/** Renders a service member's client without its secret. */
export function renderClient(row: ServiceClientRow): ServiceClient {
  const { scope } = JSON.parse(row.metadata) as { scope: string };
  return {
    clientId: row.clientId,
    name: row.name,
    accountUserId: row.accountUserId,
    scopes: scope.split(" ") as OperationScope[],
    createdDate: renderDate(row.createdDate),
  };
}
