import { join } from "node:path";
import type { LongestTurn } from "./event-loop-probe.ts";
import { findFreePort } from "./find-free-port.ts";
import { startServerOnDatabase } from "./shared-database.ts";
import type { StartedServer } from "./start-server.ts";

/** A server whose event loop is measured. */
export interface MeasuredServer {
  server: StartedServer;
  /** Returns the longest turn of the event loop during some work: its computing time in milliseconds. */
  measureTurn(work: () => Promise<unknown>): Promise<number>;
}

/** Starts a server with a probe in it. The probe is for Node.js and not part of the server. @param settings environment variables */
export async function startMeasuredServer(settings: Record<string, string> = {}): Promise<MeasuredServer> {
  const port = await findFreePort();
  const server = await startServerOnDatabase({
    ...settings,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "event-loop-probe.ts")}`,
    EVENT_LOOP_PROBE_PORT: String(port),
  });
  const readTurn = async (): Promise<LongestTurn> =>
    (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LongestTurn;
  return {
    server,
    async measureTurn(work) {
      await readTurn();
      await work();
      return (await readTurn()).busyMs;
    },
  };
}
