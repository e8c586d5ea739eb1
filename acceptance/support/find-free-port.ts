import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems use for outgoing connections, so that a port stays free while its server restarts. */
const firstPort = 10_000;
const portCount = 20_000;

/** Finds a random free loopback port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portCount);
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
