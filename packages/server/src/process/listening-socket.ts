import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** What Node's own socket offers. Cluster calls `onconnection` for each connection. */
interface NodeSocket {
  close(): void;
  onconnection(...connection: unknown[]): void;
}

/** How long connections that wait may take to be accepted. */
const waitingMs = 1000;

/** The socket on which a primary accepts connections for its workers. */
export interface ListeningSocket {
  /** Accepts the connections that wait, and stops listening. Those that were accepted still go to the workers. */
  close(): Promise<void>;
}

/**
 * Watches for the socket that the cluster makes when the first worker listens. The cluster itself closes it only with the last worker's
 * server, and with it the connections that wait for a worker.
 */
export function watchListeningSocket(port: number): ListeningSocket {
  let socket: NodeSocket | undefined;
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    const found = findSocket(message, port);
    socket = found ?? socket;
  });
  return {
    async close() {
      if (socket !== undefined) {
        await takeWaiting(socket);
        socket.close();
      }
    },
  };
}

/** Node has no public name for a server's socket. Where there is none, connections that wait are closed as the cluster does. */
function findSocket(message: unknown, port: number): NodeSocket | undefined {
  const { server } = message as { server?: unknown };
  if (!(server instanceof Server)) {
    return undefined;
  }
  const address = server.address();
  const isOfWorkers = typeof address === "object" && address?.port === port;
  return isOfWorkers ? (server as Server & { _handle?: NodeSocket })._handle : undefined;
}

/** Returns after a turn of the event loop in which no connection came: Node accepts one a turn. */
async function takeWaiting(socket: NodeSocket): Promise<void> {
  const deadline = performance.now() + waitingMs;
  const take = socket.onconnection;
  let isTaken = true;
  socket.onconnection = (...connection) => {
    isTaken = true;
    take.apply(socket, connection);
  };
  await nextTurn();
  while (isTaken && performance.now() < deadline) {
    isTaken = false;
    await nextTurn();
  }
}
