import { randomInt } from "node:crypto";
import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import type { ServedRequest } from "./served-request.ts";

/** A server counts its questions from a number of its own. No call asks as many. */
const maxQuestions = 2 ** 20;

/**
 * The servers of requests that run in this process for clients of older revisions. Such a client responds to a question of a tool
 * with a message of its own, which comes as another request.
 */
export class AskingServers {
  /** By session: the servers, and the number of each one's first question. */
  readonly #servers = new Map<string, Map<Server, number>>();

  /** Lets a server ask what its client said it can do when it began. It is forgotten when the request is over. */
  add(server: Server, served: ServedRequest): void {
    const { session } = served;
    if (session === null) {
      return;
    }
    const first = randomInt(2 ** 47);
    // The SDK gives a server for one request neither: it never saw the client begin, and it counts its questions from 0.
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows a private member only in this form.
    server["_clientCapabilities"] = session.capabilities;
    // biome-ignore lint/complexity/useLiteralKeys: As above.
    server["_requestMessageId"] = first;
    const key = nameSession(served);
    const servers = this.#servers.get(key) ?? new Map<Server, number>();
    this.#servers.set(key, servers.set(server, first));
    server.onclose = () => {
      servers.delete(server);
      if (servers.size === 0) {
        this.#servers.delete(key);
      }
    };
  }

  /** Passes a client's response on to the server that may have asked. The others would take long to ignore it (decisions D75). */
  passOn(response: Record<string, unknown>, served: ServedRequest): void {
    const { id } = response;
    const number = typeof id === "string" || typeof id === "number" ? Number(id) : Number.NaN;
    for (const [server, first] of this.#servers.get(nameSession(served)) ?? []) {
      if (number >= first && number < first + maxQuestions) {
        server.transport?.onmessage?.(response as unknown as JSONRPCMessage);
      }
    }
  }
}

/** Another caller's session has another name, whatever its client sends. */
const nameSession = ({ caller, session }: ServedRequest): string =>
  JSON.stringify([caller.accountUserId, session?.text ?? null]);
