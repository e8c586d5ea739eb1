import { EventEmitter, once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDrain, onFirstSignal } from "./drain.ts";
import { createLogger } from "./logger.ts";

const log = createLogger({ level: "silent", isTerminal: false });

describe("createDrain", () => {
  let server: Server;
  let agent: Agent;

  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    agent = new Agent({ keepAlive: true });
    await once(server, "listening");
  });

  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
  });

  /** Sends a request; gives the server's side of it, and the answer. */
  async function request() {
    const port = (server.address() as AddressInfo).port;
    const outgoing = get({ port, host: "127.0.0.1", agent });
    const answer = once(outgoing, "response").then(([incoming]) => text(incoming as IncomingMessage));
    answer.catch(() => {});
    const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
    return { response, answer };
  }

  it("accepts nothing new, finishes what is in flight on kept connections, and then closes the parts in order", async () => {
    const closed: string[] = [];
    const parts = ["jobs", "database"].map((name) => ({ name, close: async () => void closed.push(name) }));
    const drain = createDrain({ server, parts, log });
    const { response, answer } = await request();
    expect(drain.isDraining()).toBe(false);
    const ended = drain.start("SIGTERM");
    expect(drain.isDraining()).toBe(true);
    expect(server.listening).toBe(false);
    expect(closed).toEqual([]);
    response.end("whole answer");
    expect(await answer).toBe("whole answer");
    expect(await ended).toBe(true);
    expect(closed).toEqual(["jobs", "database"]);
  });

  it("cuts off a request that takes too long and closes the parts all the same", async () => {
    const closed: string[] = [];
    const parts = [{ name: "database", close: async () => void closed.push("database") }];
    const { answer } = await request();
    expect(await createDrain({ server, parts, log, requestsMs: 50 }).start("SIGTERM")).toBe(false);
    await expect(answer).rejects.toThrow();
    expect(closed).toEqual(["database"]);
  });

  it("goes on with the next part when one cannot be closed", async () => {
    const closed: string[] = [];
    const parts = [
      { name: "jobs", close: () => Promise.reject(new Error("stuck")) },
      { name: "database", close: async () => void closed.push("database") },
    ];
    expect(await createDrain({ server, parts, log }).start("SIGTERM")).toBe(false);
    expect(closed).toEqual(["database"]);
  });

  it("drains once however often it is started", async () => {
    const drain = createDrain({ server, parts: [], log });
    expect(drain.start("SIGTERM")).toBe(drain.start("SIGINT"));
    await drain.start("SIGINT");
  });
});

describe("onFirstSignal", () => {
  it("hears the first of several signals", () => {
    const target = new EventEmitter();
    const heard: string[] = [];
    onFirstSignal(target as NodeJS.Process, (signal) => heard.push(signal));
    target.emit("SIGINT");
    target.emit("SIGINT");
    target.emit("SIGTERM");
    expect(heard).toEqual(["SIGINT"]);
  });
});
