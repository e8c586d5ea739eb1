import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/** A way to a database that can fall silent: nothing is forwarded any more, and nothing is reset. */
export interface SilentProxy {
  host: string;
  port: number;
  /** Returns an address of the database with the proxy's host and port. */
  replaceHost(databaseUrl: string): string;
  silence(): void;
  /** Forwards again, first what came meanwhile. */
  speak(): void;
  /** Resets every connection; new ones are forwarded. */
  cut(): void;
  close(): void;
}

/** Starts a proxy on loopback to a PostgreSQL on a socket or a port. */
export async function startSilentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((incoming) => {
    const outgoing = target.host.startsWith("/")
      ? connect(join(target.host, `.s.PGSQL.${target.port}`))
      : connect(target.port, target.host);
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on("data", (chunk) => to.write(chunk));
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isSilent) {
      from.pause();
    }
  }

  function cut(): void {
    for (const socket of sockets) {
      socket.destroy();
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    replaceHost: (databaseUrl) => Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    silence() {
      isSilent = true;
      for (const socket of sockets) {
        socket.pause();
      }
    },
    speak() {
      isSilent = false;
      for (const socket of sockets) {
        socket.resume();
      }
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
