import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Test support: a loopback server that behaves as badly as it is told to, and keeps what it received. */
export interface FaultServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** What arrived, oldest first. */
  received: Received[];
  /** Says what a path does; without it a path returns 200 with the received request as JSON. */
  on(path: string, behave: Behavior): void;
  /** Connections accepted so far. */
  connectionCount(): number;
  close(): Promise<void>;
}

export interface Received {
  method: string;
  /** As it stood on the wire. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
  rawHeaders: string[];
  body: Buffer;
}

export type Behavior = (received: Received, response: ServerResponse) => void;

export async function openFaultServer(): Promise<FaultServer> {
  const behaviors = new Map<string, Behavior>();
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    readAll(request).then((body) => {
      const one: Received = {
        method: request.method ?? "",
        target: request.url ?? "",
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body,
      };
      received.push(one);
      const behave = behaviors.get(one.target.split("?", 1)[0] ?? "") ?? echo;
      behave(one, response);
    }, ignore);
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    on: (path, behave) => void behaviors.set(path, behave),
    connectionCount: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

export function respondWith(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): Behavior {
  return (_received, response) => {
    response.writeHead(status, headers).end(body);
  };
}

export function respondWithJson(status: number, value: unknown): Behavior {
  return respondWith(status, { "content-type": "application/json" }, JSON.stringify(value));
}

export function redirect(status: number, location: string): Behavior {
  return respondWith(status, { location }, "moved");
}

/** Takes the request and never responds. */
export const hang: Behavior = ignore;

/** Ends the connection with a TCP reset. */
export const reset: Behavior = (_received, response) => {
  response.socket?.resetAndDestroy();
};

/** Sends something that is not HTTP. */
export const rubbish: Behavior = (_received, response) => {
  response.socket?.end("\x00\x01 this is not HTTP at all\r\n\r\n");
};

/** Sends one byte of a body that never ends, again and again. */
export function drip(everyMs: number): Behavior {
  return (_received, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("."), everyMs);
    response.on("close", () => clearInterval(timer));
  };
}

/** Promises more than it sends and closes. */
export const cutShort: Behavior = (_received, response) => {
  response.writeHead(200, { "content-length": "1000", "content-type": "application/json" });
  response.write('{"half":');
  setImmediate(() => response.socket?.destroy());
};

/** Sends without end, as fast as it is read. */
export const flood: Behavior = (_received, response) => {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  const block = Buffer.alloc(65_536, "x");
  const more = (): void => {
    while (!response.destroyed && response.write(block)) {
      // until the socket is full
    }
  };
  response.on("drain", more);
  more();
};

function echo(received: Received, response: ServerResponse): void {
  const { method, target, headers } = received;
  respondWithJson(200, { method, target, headers, body: received.body.toString() })(received, response);
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function ignore(): void {}
