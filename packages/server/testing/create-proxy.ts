import { createServer, type Server, type Socket } from "node:net";

/** Creates a server that forwards each connection to the one that `reach` opens. It does not listen yet. */
export function createProxy(reach: () => Socket): Server {
  return createServer((incoming) => {
    const outgoing = reach();
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on("error", () => outgoing.destroy());
    outgoing.on("error", () => incoming.destroy());
  });
}
