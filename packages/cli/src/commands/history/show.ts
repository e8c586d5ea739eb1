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
    took: ({ timings }) =>
      timings &&
      `checks ${timings.checks} ms, token ${timings.token} ms, application ${timings.downstream} ms, results ${timings.results} ms`,
    input: ({ input }) => input,
    output: (one) => one.output,
    "response headers": ({ responseHeaders }) => responseHeaders,
  });
}
