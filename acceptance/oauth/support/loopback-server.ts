import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** The suite's own HTTP server on 127.0.0.1. */
export interface LoopbackServer {
  origin: string;
  port: number;
  stop(): Promise<void>;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Listens on the given port or a free one. When a handler throws, the connection is closed. */
export async function listenOnLoopback(handler: RequestHandler, port = 0): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const chosen = readPort(server);
  return { origin: `http://127.0.0.1:${chosen}`, port: chosen, stop: () => close(server) };
}

/** The whole body as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server has no port.");
  }
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  if (!server.listening) {
    return;
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
