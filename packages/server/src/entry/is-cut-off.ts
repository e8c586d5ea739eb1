import type { IncomingMessage } from "node:http";

/** Whether the sender has gone, or was cut off, before its request was complete. Nobody waits for the response then. */
export const isCutOff = (request: IncomingMessage): boolean => request.destroyed && !request.complete;
