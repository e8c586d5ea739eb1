import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";

/** Serves the app and answers once it listens. @throws Error when the address cannot be had */
export async function serveHttp(config: Config, deps: Deps, isDraining: () => boolean): Promise<Server> {
  const app = createApp(deps, isDraining);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.on("clientError", refuse);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  return server;
}

/** What is no HTTP has no path and so no envelope. */
function refuse(_error: Error, socket: Socket): void {
  if (socket.writable) {
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  }
}

function explain(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  return error.code === "EADDRINUSE"
    ? new Error(`Port ${port} of ${host} is in use. Stop the other program or set PORT to another one.`)
    : error;
}
