import type { Session } from "../../session.ts";
import { historyColumns } from "./list.ts";

export async function showHistory({ bowline, output, wait }: Session, historyId: number): Promise<void> {
  const record = await wait("Reading the record", () => bowline().executions.get(historyId));
  output.printRecord(record, {
    ...historyColumns,
    member: ({ names, accountUserId }) => writeNameAndId(names.member, accountUserId),
    key: ({ names, apiKeyId }) => writeNameAndId(names.apiKey, apiKeyId),
    connection: ({ names, connectionId }) => writeNameAndId(names.connection, connectionId),
    "resolved by": ({ resolvedBy }) => resolvedBy,
    toolset: ({ names, toolsetId }) => writeNameAndId(names.toolset, toolsetId),
    "request id": ({ requestId }) => requestId,
    took: ({ timings }) =>
      timings &&
      `checks ${timings.checks} ms, token ${timings.token} ms, application ${timings.downstream} ms, results ${timings.results} ms`,
    input: ({ input }) => input,
    output: (one) => one.output,
    "response headers": ({ responseHeaders }) => responseHeaders,
  });
}

const writeNameAndId = (name: string | null, id: number | string | null) =>
  name === null ? id : `${name} (${id})`;
