import { ReportedFailure } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { awaitRefresh } from "./await-refresh.ts";

/** Reads again what the connection gives access to. Commander makes `wait` false for `--no-wait`. */
export async function refreshConnection(
  { bowline, output, wait }: Session,
  connectionId: number,
  { wait: isWaiting }: { wait: boolean },
): Promise<void> {
  const { connections } = bowline();
  const status = await wait("Reading the objects", async () => {
    await connections.refreshObjects(connectionId);
    return isWaiting
      ? awaitRefresh(bowline(), connectionId)
      : await connections.getRefreshStatus(connectionId);
  });
  output.printRecord(status, {
    status: ({ statusDescription }) => statusDescription,
    "last refresh": ({ lastRefreshDate }) => lastRefreshDate,
    error: ({ error, status: state }) => (state === 2 ? error : null),
  });
  if (status.status === 2) {
    throw new ReportedFailure(3);
  }
}
