import { createServer, type Server } from "node:http";
import { createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { refuseMalformed, refuseUnaddressed } from "../http/refuse-malformed.ts";
import { serveInTurn } from "../http/serve-in-turn.ts";
import { explainAddress } from "./check-address.ts";

/**
 * Longer than clients and proxies keep a connection that nobody uses, which is two minutes at most by their defaults (Caddy): the side
 * that closes first must be the one that sends. A request on a connection that is just being closed fails.
 */
const keepAliveMs = 125_000;

/** Starts serving the app; returns once it listens. @throws Error when the address cannot be listened on */
export async function serveHttp(config: Config, deps: Deps, isDraining: () => boolean): Promise<Server> {
  // Node would refuse a request without Host itself, without a body and our headers (decisions D80).
  const options = { keepAliveTimeout: keepAliveMs, requireHostHeader: false };
  const server = createServer(options, serveInTurn(refuseUnaddressed(createApp(deps, isDraining))));
  server.on("clientError", refuseMalformed);
  // RFC 9110 §10.1.1 allows serving a request despite an unknown expectation.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainAddress(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  return server;
}
