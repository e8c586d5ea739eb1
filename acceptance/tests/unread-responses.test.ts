import { connect as openSocket, type Socket } from "node:net";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { createToolset, olderRequest } from "../support/mcp-door.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";

/** More than 256 MB together. */
const pageCount = 120;
const resultCount = 40;
const resultBytes = 4_000_000;

describeOwnServer("a client that asks for large responses and reads none", () => {
  const own = useOwnServer();
  let downstream: Downstream;
  let caller: Actor;
  beforeAll(async () => {
    downstream = await startDownstream();
    caller = await own.hire();
    return () => downstream.stop();
  });

  /** Sends a request so often, each time on a connection of its own, and reads nothing. */
  function askUnread(
    count: number,
    request: { method: string; path: string; headers?: string[]; body?: string },
  ): Socket[] {
    const { hostname, port, host } = new URL(own.server.baseUrl);
    const { method, path, headers = [], body = "" } = request;
    const length = `content-length: ${Buffer.byteLength(body)}`;
    const head = [`${method} ${path} HTTP/1.1`, `host: ${host}`, length, ...headers];
    return Array.from({ length: count }, () => {
      const socket = openSocket(Number(port), hostname).pause();
      socket.on("error", () => {});
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
      return socket;
    });
  }

  /** A client that does not read learns that its connection was closed when it writes. Servers ignore an empty line (RFC 9112 §2.2). */
  function countOpen(sockets: Socket[]): number {
    const open = sockets.filter(({ destroyed }) => !destroyed);
    for (const socket of open) {
      socket.write("\r\n");
    }
    return open.length;
  }

  /** Reads until so many bytes have come. Returns whether they came. */
  async function reads(socket: Socket, sizeBytes: number): Promise<boolean> {
    let count = 0;
    for await (const chunk of socket) {
      count += chunk.length;
      if (count > sizeBytes) {
        return true;
      }
    }
    return false;
  }

  /** Expects that some connections are closed, and that the others get their responses whole. */
  async function expectCut(sockets: Socket[], sizeBytes: number): Promise<void> {
    const timeout = { timeout: 120_000, interval: 500 };
    await expect.poll(() => countOpen(sockets), timeout).toBeLessThan(sockets.length);
    const whole = await Promise.all(sockets.map((socket) => reads(socket, sizeBytes).catch(() => false)));
    const count = whole.filter(Boolean).length;
    expect(count).toBeGreaterThan(sockets.length / 3);
    expect(count).toBeLessThan(sockets.length);
  }

  test("is cut off by the pages without a credential", proves("bounds.unread"), async () => {
    const page = await (await fetch(`${own.server.baseUrl}/docs`)).text();
    const path = `/${/docs\/scalar-\w+\.js/.exec(page)?.[0]}`;
    const script = await (await fetch(own.server.baseUrl + path)).arrayBuffer();
    expect(script.byteLength * pageCount).toBeGreaterThan(256 * 2 ** 20);
    await expectCut(askUnread(pageCount, { method: "GET", path }), script.byteLength - 1);
  });

  test("is cut off by MCP", proves("bounds.unread"), async () => {
    const application = await importDownstream(downstream, { admin: own.admin });
    const connection = await connect(caller, application);
    const settings = { resultBytes: 10_000_000 };
    const name = application.tool("read_large");
    const { toolsetId } = await createToolset(caller, connection, [name], settings);
    const call = olderRequest("tools/call", { name, arguments: { bytes: resultBytes } });
    const headers = [
      `x-api-key: ${caller.apiKey}`,
      "content-type: application/json",
      "accept: application/json, text/event-stream",
    ];
    // A result has the output twice: as structured content and as a text.
    const body = JSON.stringify(call);
    const sockets = askUnread(resultCount, { method: "POST", path: `/mcp/${toolsetId}`, headers, body });
    await expectCut(sockets, resultBytes * 2);
  });
});
