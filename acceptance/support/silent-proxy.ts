import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy for a database that can stop forwarding without closing connections. */
export interface SilentProxy extends AsyncDisposable {
  /** The database's address through the proxy. */
  url: string;
  silence(): void;
  /** Forwards again, beginning with the data that arrived in between. */
  speak(): void;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const forward = (from: Socket, to: Socket) => {
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
  };
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      isSilent = true;
      sockets.forEach((socket) => {
        socket.pause();
      });
    },
    speak() {
      isSilent = false;
      sockets.forEach((socket) => {
        socket.resume();
      });
    },
    async [Symbol.asyncDispose]() {
      server.close();
      sockets.forEach((socket) => {
        socket.destroy();
      });
    },
  };
}
