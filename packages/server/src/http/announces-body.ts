import type { IncomingMessage } from "node:http";

/** Whether a request has a body, or may have one (RFC 9112 §6.3). */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
