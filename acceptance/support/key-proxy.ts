import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on loopback that adds an API key, for programs that cannot send one. */
export interface KeyProxy {
  origin: string;
  close(): void;
}

/** Starts a proxy before a server. Headers that name the proxy itself name the server afterward; all others stay. */
export async function startKeyProxy(baseUrl: string, apiKey: string): Promise<KeyProxy> {
  const target = new URL(baseUrl);
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const ownHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    const { host = "", origin } = request.headers;
    const sent = forward(
      {
        hostname: target.hostname,
        port: target.port,
        method: request.method,
        path: request.url,
        headers: {
          ...request.headers,
          "x-api-key": apiKey,
          host: ownHosts.has(host) ? target.host : host,
          ...(origin !== undefined &&
            ownHosts.has(origin.replace("http://", "")) && { origin: target.origin }),
        },
      },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  };
}
