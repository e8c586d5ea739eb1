import { setTimeout as delay } from "node:timers/promises";
import type { Bowline, RefreshStatus } from "@bowline/sdk";

const inProgress = 1;

/** Waits until no refresh of a connection's objects is in progress. */
export async function awaitRefresh({ connections }: Bowline, connectionId: number): Promise<RefreshStatus> {
  let current = await connections.getRefreshStatus(connectionId);
  while (current.status === inProgress) {
    await delay(500);
    current = await connections.getRefreshStatus(connectionId);
  }
  return current;
}
