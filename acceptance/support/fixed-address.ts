import { connect, createServer } from "node:net";
import { listenWhenFree } from "./listen-when-free.ts";

/** Gives a server a second address, such as one that stands in its database. */
export async function openFixedAddress(baseUrl: string, address: string): Promise<AsyncDisposable> {
  const target = new URL(baseUrl);
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
    incoming.on("error", () => outgoing.destroy());
    outgoing.on("error", () => incoming.destroy());
  });
  await listenWhenFree(server, Number(new URL(address).port));
  return {
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}
