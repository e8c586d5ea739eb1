import type { ExecutionFilters } from "../../api/executions.ts";
import type { FailureKind } from "./describe-failure.ts";

/** The history's filters as the address has them. */
export interface HistorySearch {
  search?: string | undefined;
  tool?: string | undefined;
  application?: string | undefined;
  connection?: string | undefined;
  toolset?: string | undefined;
  source?: string | undefined;
  kind?: string | undefined;
  success?: string | undefined;
  member?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;

const readDate = (text: string | undefined): string | undefined =>
  text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;

/** Turns the filters of an address into those of the API. */
export const readFilters = (search: HistorySearch): ExecutionFilters => ({
  search: search.search,
  toolSlug: search.tool,
  applicationSlug: search.application,
  connectionId: readNumber(search.connection),
  toolsetId: search.toolset,
  source:
    search.source === "api" || search.source === "mcp" || search.source === "console"
      ? search.source
      : undefined,
  kind: search.kind as FailureKind | undefined,
  isSuccess: search.success === undefined ? undefined : search.success === "true",
  accountUserId: readNumber(search.member),
  from: readDate(search.from),
  to: readDate(search.to),
});
