import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { runTogether } from "../turns/run-together.ts";
import { announcesBody } from "./announces-body.ts";

/** Far more than clients send ahead. */
const maxWaiting = 1000;

/**
 * Serves the requests of one connection one after the other, each in its own turn of the event loop. A client may send further ones
 * before it has its response (RFC 9112 §9.3.2), and hundreds in one packet would otherwise begin at once. Those of several connections
 * begin together. A request whose connection was closed before its turn is not served. A connection on which too many wait is closed.
 * While one with a body waits, nothing more is read: each body may fill a buffer, in small chunks with hundreds of times its size.
 */
export function serveInTurn(listen: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      if (!socket.destroyed) {
        listen(request, response);
      }
    };
    // Node gives a response the connection when the one before it was sent, and emits `socket`. Most have it at once.
    if (response.socket !== null) {
      runTogether(begin);
      return;
    }
    const others = waiting.get(socket) ?? 0;
    if (others === maxWaiting) {
      socket.destroy();
      return;
    }
    waiting.set(socket, others + 1);
    let isWaiting = true;
    if (announcesBody(request)) {
      // Node reads on at the end of each request that has arrived in the same packet.
      process.nextTick(() => isWaiting && socket.pause());
    }
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      isWaiting = false;
      socket.resume();
      runTogether(begin);
    });
  };
}
