import { randomInt } from "node:crypto";
import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import type { ServedRequest } from "./served-request.ts";

/**
 * The servers of requests that run in this process for clients of older revisions. Such a client responds to a question of a tool
 * with a message of its own, which comes as another request.
 */
export class AskingServers {
  readonly #servers = new Map<string, Set<Server>>();

  /** Lets a server ask what its client said it can do when it began. It is forgotten when the request is over. */
  add(server: Server, served: ServedRequest): void {
    const { session } = served;
    if (session === null) {
      return;
    }
    // The SDK gives a server for one request neither: it never saw the client begin, and it counts its questions from 0.
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows a private member only in this form.
    server["_clientCapabilities"] = session.capabilities;
    // biome-ignore lint/complexity/useLiteralKeys: As above.
    server["_requestMessageId"] = randomInt(2 ** 47);
    const key = nameSession(served);
    const servers = this.#servers.get(key) ?? new Set();
    this.#servers.set(key, servers.add(server));
    server.onclose = () => {
      servers.delete(server);
      if (servers.size === 0) {
        this.#servers.delete(key);
      }
    };
  }

  /** Passes a client's response on. A server ignores a response to a question that it did not ask. */
  passOn(response: Record<string, unknown>, served: ServedRequest): void {
    for (const server of this.#servers.get(nameSession(served)) ?? []) {
      server.transport?.onmessage?.(response as unknown as JSONRPCMessage);
    }
  }
}

/** Another caller's session has another name, whatever its client sends. */
const nameSession = ({ caller, session }: ServedRequest): string =>
  JSON.stringify([caller.accountUserId, session?.text ?? null]);
