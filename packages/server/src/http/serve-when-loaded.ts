import type { RequestListener } from "node:http";
import { standardHeaders } from "../entry/standard-headers.ts";
import { loadOnce } from "../load-once.ts";
import type { Logger } from "../log/logger.ts";

/**
 * Returns a listener whose code is loaded at its first request, since many servers never get one. Loading is tried again after it
 * failed; the request then gets a 500.
 */
export function serveWhenLoaded(log: Logger, load: () => Promise<RequestListener>): RequestListener {
  const loadListener = loadOnce(load);
  return (request, response) => {
    loadListener().then(
      (listen) => listen(request, response),
      (error: unknown) => {
        log.error({ err: error }, "a part of the server could not be loaded");
        response.writeHead(500, {
          "content-type": "text/plain; charset=UTF-8",
          ...standardHeaders,
        });
        response.end("The server could not handle the request.\n");
      },
    );
  };
}
