import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionSummary } from "@bowline/sdk";
import { renderTabs } from "../../output/table.ts";
import type { Session } from "../../session.ts";
import { historyColumns } from "../history/list.ts";

export interface TailFlags {
  tool?: string;
  failed?: boolean;
  lines: number;
}

const intervalMs = 2000;
const pageSize = 100;

/** Prints the last calls and then each new one, until it is stopped. With `--json` each is a line. */
export async function tailLogs(
  { bowline, output }: Session,
  { tool, failed, lines }: TailFlags,
): Promise<void> {
  const query = { toolSlug: tool, ...(failed === true && { isSuccess: false }), top: pageSize };
  const { items: before } = await bowline().executions.list(query);
  let seen = before.map(({ historyId }) => historyId);
  const print = (records: ExecutionSummary[]) => {
    for (const record of records.toReversed()) {
      output.writeLine(output.isJson ? JSON.stringify(record) : renderLine(record, output.isTerminal));
    }
  };
  print(before.slice(0, lines));
  for (;;) {
    await delay(intervalMs);
    const { items } = await bowline().executions.list(query);
    print(items.filter(({ historyId }) => !seen.includes(historyId)));
    seen = [...items.map(({ historyId }) => historyId), ...seen].slice(0, 10 * pageSize);
  }
}

function renderLine(record: ExecutionSummary, isTerminal: boolean): string {
  const line = renderTabs(historyColumns, [record]);
  return isTerminal
    ? line
        .split("\t")
        .filter((cell) => cell !== "")
        .join("  ")
    : line;
}
