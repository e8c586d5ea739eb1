import type { ServerResponse } from "node:http";

/** Returns a signal that fires when the client disconnects before it has the whole response. */
export function openClientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) {
    controller.abort();
    return controller.signal;
  }
  response.once("close", () => {
    if (!response.writableEnded) {
      controller.abort();
    }
  });
  return controller.signal;
}
