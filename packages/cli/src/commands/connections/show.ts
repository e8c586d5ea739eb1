import type { Session } from "../../session.ts";
import { connectionColumns } from "./list.ts";

export async function showConnection(
  { bowline, output, wait }: Session,
  connectionId: number,
): Promise<void> {
  const connection = await wait("Reading the connection", () => bowline().connections.get(connectionId));
  output.printRecord(connection, {
    ...connectionColumns,
    environment: ({ environment }) => environment,
    reason: ({ statusReason }) => statusReason,
    "last used": ({ lastUsedDate }) => lastUsedDate,
  });
}
