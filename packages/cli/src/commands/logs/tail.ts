import { setTimeout as delay } from "node:timers/promises";
import {
  type Bowline,
  ConnectionError,
  type ExecutionSummary,
  RateLimitError,
  ServerError,
} from "@bowline/sdk";
import { renderJson } from "../../output/clean-text.ts";
import type { Output } from "../../output/output.ts";
import { renderTabs } from "../../output/table.ts";
import type { Session } from "../../session.ts";
import { chooseColumns } from "../history/list.ts";
import { type HistoryFilters, readHistoryFilters } from "../history/read-filters.ts";

export interface TailFlags extends HistoryFilters {
  /** Default 10; with a time to begin at, all. */
  lines?: number;
}

type Query = ReturnType<typeof readHistoryFilters>;

const intervalMs = 2000;
/** The longest pause between tries while the server does not respond. */
const longestPauseMs = 30_000;
const pageSize = 100;
const defaultLines = 10;

/**
 * Prints the last calls and then each new one, until it is stopped. With `--json` each is a line. When the server restarts, it waits
 * for it and goes on with the records that came meanwhile.
 */
export async function tailLogs(
  { bowline, output }: Session,
  { lines, ...filters }: TailFlags,
): Promise<void> {
  const query = { ...readHistoryFilters(filters), top: pageSize };
  const print = (records: ExecutionSummary[]) => {
    for (const record of records.toReversed()) {
      output.writeLine(output.isJson ? renderJson(record, 0) : renderLine(record, output));
    }
  };
  const limit = lines ?? (filters.from === undefined ? defaultLines : Number.POSITIVE_INFINITY);
  const before = await bowline()
    .executions.list(query)
    .toArray({ limit: Math.max(limit, pageSize) });
  print(before.slice(0, limit));
  let seen = new Set(before.map(({ historyId }) => historyId));
  for (;;) {
    await delay(intervalMs);
    const records = await waitForServer(output, () => listUnseen(bowline(), query, seen));
    print(records);
    seen = new Set([...records.map(({ historyId }) => historyId), ...seen].slice(0, 10 * pageSize));
  }
}

/** Repeats a call, with growing pauses, until the server responds to it. Says once that it waits. @throws what does not pass */
async function waitForServer<Result>(output: Output, call: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await call();
      if (failures > 0) {
        output.note("The server responds again.");
      }
      return result;
    } catch (error) {
      if (!mayPass(error)) {
        throw error;
      }
      if (failures === 0) {
        output.note(`${error.message} Waiting until the server responds again.`);
      }
      await delay(Math.min(intervalMs * 2 ** failures, longestPauseMs));
    }
  }
}

const mayPass = (error: unknown): error is Error =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;

/**
 * Lists the records that were not seen, newest first. Reads on until a page has a seen record, so that none is missing however
 * many arrived. A record that is stored a little late is still on that page.
 */
async function listUnseen(
  { executions }: Bowline,
  query: Query,
  seen: ReadonlySet<number>,
): Promise<ExecutionSummary[]> {
  const unseen: ExecutionSummary[] = [];
  let before: number | undefined;
  for (;;) {
    const { items } = await executions.list({ ...query, before });
    const fresh = items.filter(({ historyId }) => !seen.has(historyId));
    unseen.push(...fresh);
    if (items.length < pageSize || fresh.length < items.length) {
      return unseen;
    }
    before = items.at(-1)?.historyId;
  }
}

function renderLine(record: ExecutionSummary, output: Output): string {
  const line = renderTabs(chooseColumns(output), [record]);
  return output.isTerminal
    ? line
        .split("\t")
        .filter((cell) => cell !== "")
        .join("  ")
    : line;
}
