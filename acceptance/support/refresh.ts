import { setTimeout as delay } from "node:timers/promises";
import { type Caller, succeed } from "./caller.ts";
import type { RefreshStatus } from "./records.ts";

export const readRefresh = (caller: Caller, connectionId: number): Promise<RefreshStatus> =>
  succeed<RefreshStatus>(caller.get(`/v1/connections/${connectionId}/RefreshStatus`));

export const startRefresh = (caller: Caller, connectionId: number): Promise<string> =>
  succeed<string>(caller.post(`/v1/connections/${connectionId}/RefreshObjects`));

/** Waits until no refresh is in progress. */
export async function awaitRefresh(
  caller: Caller,
  connectionId: number,
  timeoutMs = 270_000,
): Promise<RefreshStatus> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const status = await readRefresh(caller, connectionId);
    if (status.status !== 1) {
      return status;
    }
    if (performance.now() > end) {
      throw new Error(`The refresh did not finish: ${status.statusDescription}`);
    }
    await delay(100);
  }
}

/** Refreshes a connection's objects and waits for the end. */
export async function refresh(caller: Caller, connectionId: number): Promise<RefreshStatus> {
  await startRefresh(caller, connectionId);
  return awaitRefresh(caller, connectionId);
}
