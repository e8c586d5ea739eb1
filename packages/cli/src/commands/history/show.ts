import type { Session } from "../../session.ts";
import { historyColumns } from "./list.ts";

export async function showHistory({ bowline, output, wait }: Session, historyId: number): Promise<void> {
  const record = await wait("Reading the record", () => bowline().executions.get(historyId));
  output.printRecord(record, {
    ...historyColumns,
    connection: ({ connectionId }) => connectionId,
    "resolved by": ({ resolvedBy }) => resolvedBy,
    toolset: ({ toolsetId }) => toolsetId,
    "request id": ({ requestId }) => requestId,
    input: ({ input }) => input,
    output: (one) => one.output,
  });
}
