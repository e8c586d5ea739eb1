import { randomUUID } from "node:crypto";

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the caller's `x-request-id` when it is well-formed, else a new id (decisions D6). */
export const chooseRequestId = (sent: string | undefined): string =>
  sent !== undefined && acceptable.test(sent) ? sent : randomUUID();
