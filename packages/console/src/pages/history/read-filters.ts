import { executionSources, failureKinds } from "@bowline/sdk";
import type { ExecutionFilters } from "../../api/executions.ts";
import { isId } from "../../parts/is-id.ts";
import { readAddress } from "../../read-address.ts";
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

const isTime = (text: string): boolean => readDate(text, 0) !== undefined;
const isOneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

/** The filters that take certain values only. */
const checks: Partial<Record<keyof HistorySearch, (text: string) => boolean>> = {
  connection: isId,
  toolset: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  source: isOneOf(...executionSources),
  kind: isOneOf(...failureKinds),
  success: isOneOf("true", "false"),
  member: isId,
  key: isId,
  from: isTime,
  to: isTime,
};
const readTexts = readAddress(
  "search",
  "tool",
  "application",
  "connection",
  "toolset",
  "source",
  "kind",
  "success",
  "member",
  "key",
  "from",
  "to",
  "group",
);

/** Reads the filters of an address. One with a value that it cannot have is dropped, so that what the page shows is what it was asked for. */
export const readHistorySearch = (search: Record<string, unknown>): HistorySearch =>
  Object.fromEntries(
    Object.entries(readTexts(search)).filter(
      ([name, text = ""]) => checks[name as keyof HistorySearch]?.(text) ?? true,
    ),
  );

const readNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Turns the filters of an address into those of the API. */
export const readFilters = (search: HistorySearch, now = readServerTime()): ExecutionFilters => ({
  search: search.search,
  toolSlug: search.tool,
  applicationSlug: search.application,
  connectionId: readNumber(search.connection),
  toolsetId: search.toolset,
  source: search.source as ExecutionFilters["source"],
  kind: search.kind as ExecutionFilters["kind"],
  isSuccess: search.success === undefined ? undefined : search.success === "true",
  accountUserId: readNumber(search.member),
  apiKeyId: readNumber(search.key),
  from: readDate(search.from, now),
  to: readDate(search.to, now),
});
