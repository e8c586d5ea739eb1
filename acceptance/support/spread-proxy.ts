import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy before several servers. It sends each request to the next of those that run. */
export interface SpreadProxy {
  url: string;
  /** Addresses of the servers, such as `http://127.0.0.1:4400`. */
  targets: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startSpreadProxy(): Promise<SpreadProxy> {
  let count = 0;
  const targets: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const target = targets[count++ % targets.length];
    const { method = "GET", url = "/", headers } = incoming;
    const onward = sendRequest(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
