import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems use for outgoing connections, so that a port stays free while its server restarts. Above the fixed
 * ports of fixtures.
 */
const firstPort = 20_000;
/** Each worker of a run has its own ports, so that no other one takes a port before its server listens. */
const portsPerWorker = 1500;
const workerCount = 8;

// Random, since other runs may be on the machine.
let next = Math.floor(Math.random() * portsPerWorker);

/** Finds a free loopback port that this process was not given before. */
export async function findFreePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workerCount;
  for (;;) {
    next = (next + 1) % portsPerWorker;
    const port = firstPort + worker * portsPerWorker + next;
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) {
      probe.close();
      await once(probe, "close");
      return port;
    }
  }
}
