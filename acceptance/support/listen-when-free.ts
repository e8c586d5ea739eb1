import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const waitMs = 120_000;

/** Listens on a port of 127.0.0.1. Waits while another run of the suite has it. */
export async function listenWhenFree(server: Server, port: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        throw error;
      }
      await delay(500);
    }
  }
}
