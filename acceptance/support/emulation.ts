import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createEmulator } from "emulate";
import { request as send } from "undici";
import { findFreePort } from "./find-free-port.ts";
import type { JsonObject } from "./records.ts";

/** A request as the emulation of a provider gets it. */
interface Arrived {
  method: string;
  /** With the query. */
  target: string;
  headers: Record<string, string>;
  body: string;
}

export interface EmulationOptions {
  /** The service's name in the package `emulate`. */
  service: "github" | "google" | "slack" | "stripe" | "twilio" | "okta" | "microsoft" | "linear" | "vercel";
  seed: JsonObject;
  /** The credentials that it knows besides those of the seed, and whose they are. */
  tokens?: Record<string, string>;
  /** Turns a request that the provider takes, and `emulate` does not, into one that it takes. */
  adapt?(arrived: Arrived): Arrived;
  /** Responses to the calls that `emulate` does not know, by `METHOD /path`. */
  missing?: Record<string, unknown>;
}

/** A stateful stand-in for a provider. */
export interface Emulation extends AsyncDisposable {
  origin: string;
  /** `METHOD /path` of each request, oldest first. */
  arrived: string[];
}

/** Starts the stand-in, behind a server that records what arrives. */
export async function startEmulation(options: EmulationOptions): Promise<Emulation> {
  const { service, seed, tokens = {}, adapt = (arrived) => arrived, missing = {} } = options;
  const port = await findFreePort();
  const arrived: string[] = [];
  const emulator = await createEmulator({
    service,
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    seed: {
      tokens: Object.fromEntries(
        Object.entries(tokens).map(([token, login]) => [token, { login, scopes: [] }]),
      ),
      [service]: seed,
    },
  });
  const front = createServer(async (request, response) => {
    const original = await read(request);
    const operation = `${original.method} ${original.target.replace(/\?.*/s, "")}`;
    arrived.push(operation);
    const known = missing[operation];
    if (known !== undefined) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(known));
      return;
    }
    const { method, target, headers, body } = adapt(original);
    const received = await send(`http://127.0.0.1:${port}${target}`, {
      method: method as "GET",
      headers: { ...headers, "accept-encoding": "identity" },
      body: method === "GET" ? null : body,
    });
    response.writeHead(received.statusCode, { "content-type": String(received.headers["content-type"]) });
    response.end(Buffer.from(await received.body.arrayBuffer()));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    arrived,
    async [Symbol.asyncDispose]() {
      front.close();
      front.closeAllConnections();
      await emulator.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: await text(request),
  };
}
