import { setTimeout as delay } from "node:timers/promises";
import type { Bowline, ExecutionSummary } from "@bowline/sdk";
import { renderJson } from "../../output/clean-text.ts";
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
const pageSize = 100;
const defaultLines = 10;

/** Prints the last calls and then each new one, until it is stopped. With `--json` each is a line. */
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
    const records = await listUnseen(bowline(), query, seen);
    print(records);
    seen = new Set([...records.map(({ historyId }) => historyId), ...seen].slice(0, 10 * pageSize));
  }
}

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

function renderLine(record: ExecutionSummary, output: Session["output"]): string {
  const line = renderTabs(chooseColumns(output), [record]);
  return output.isTerminal
    ? line
        .split("\t")
        .filter((cell) => cell !== "")
        .join("  ")
    : line;
}
