import type { ExecutionFilters } from "../../api/executions.ts";
import type { FailureKind } from "../../parts/describe-failure.ts";
import { readServerTime } from "../../session/server-clock.ts";

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
  key?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** What the chart is split by. */
  group?: string | undefined;
}

const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;

const hourMs = 3_600_000;
const spanHours: Record<string, number> = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 };

/** Reads a time, or a span such as `7d`, which reaches back from now. A span begins at a whole hour, so that lists can be kept. */
const readDate = (text: string | undefined, now: number): string | undefined => {
  if (text === undefined) {
    return undefined;
  }
  const hours = spanHours[text];
  const time = hours === undefined ? Date.parse(text) : (Math.floor(now / hourMs) - hours) * hourMs;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Turns the filters of an address into those of the API. */
export const readFilters = (search: HistorySearch, now = readServerTime()): ExecutionFilters => ({
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
  apiKeyId: readNumber(search.key),
  from: readDate(search.from, now),
  to: readDate(search.to, now),
});
