import type { RequestListener } from "node:http";
import { announcesBody } from "./announces-body.ts";
import { refuseSlow } from "./refuse-malformed.ts";

/** Node itself waits for five minutes, which suits the large bodies of imports. */
const arrivalMs = 30_000;

/**
 * Refuses a request whose body has not arrived in time, and closes its connection. For the doors that read a body of anybody: a sender
 * of single bytes would keep a connection open there.
 *
 * @param limitMs default: 30 seconds
 */
export const refuseSlowBody =
  (listen: RequestListener, limitMs = arrivalMs): RequestListener =>
  (request, response) => {
    if (announcesBody(request)) {
      const timer = setTimeout(() => {
        if (request.complete) {
          return; // It waits to be read.
        }
        if (response.headersSent) {
          request.destroy();
        } else {
          refuseSlow(request);
          request.socket.destroySoon();
        }
      }, limitMs);
      const stopTimer = () => clearTimeout(timer);
      request.once("end", stopTimer).once("close", stopTimer);
    }
    listen(request, response);
  };
