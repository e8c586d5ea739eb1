import type { OperationInput, Operations } from "@bowline/contract";
import { forbidden } from "../../api-error.ts";
import type { ExecutionFilter } from "../../db/history/execution-filter.ts";
import type { Caller } from "../../db/people/callers.ts";
import { readSearch } from "../page.ts";

type Query = Omit<
  OperationInput<Operations["listExecutions"]>["query"],
  "offset" | "top" | "before" | "after"
>;

/**
 * Reads which records a query is about. A Member sees only their own, an Admin those of the company.
 *
 * @throws ApiError `FORBIDDEN` when a Member names another account user
 */
export function readHistoryFilter({ companyId, accountUserId, role }: Caller, query: Query): ExecutionFilter {
  const wanted = query.accountUserId ?? null;
  if (role !== "Admin" && wanted !== null && wanted !== accountUserId) {
    throw forbidden("Only an Admin sees the history of other account users.");
  }
  return {
    companyId,
    accountUserId: role === "Admin" ? wanted : accountUserId,
    toolSlug: query.toolSlug ?? null,
    applicationSlug: query.applicationSlug ?? null,
    connectionId: query.connectionId ?? null,
    toolsetId: query.toolsetId?.toLowerCase() ?? null,
    apiKeyId: query.apiKeyId ?? null,
    source: query.source ?? null,
    isSuccess: query.isSuccess ?? null,
    kind: query.kind ?? null,
    search: readSearch(query.search),
    from: readDate(query.from),
    to: readDate(query.to),
  };
}

/** Converts to a Date, since PostgreSQL writes years before 1 and after 9999 differently. */
const readDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
