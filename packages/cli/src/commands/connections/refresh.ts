import { setTimeout as delay } from "node:timers/promises";
import { ReportedFailure } from "../../errors.ts";
import type { Session } from "../../session.ts";

/** Reads again what the connection gives access to. Commander makes `wait` false for `--no-wait`. */
export async function refreshConnection(
  { bowline, output, wait }: Session,
  connectionId: number,
  { wait: isWaiting }: { wait: boolean },
): Promise<void> {
  const { connections } = bowline();
  const status = await wait("Reading the objects", async () => {
    await connections.refreshObjects(connectionId);
    let current = await connections.getRefreshStatus(connectionId);
    while (isWaiting && current.status === 1) {
      await delay(500);
      current = await connections.getRefreshStatus(connectionId);
    }
    return current;
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
