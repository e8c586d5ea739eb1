import { randomUUID } from "node:crypto";

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own `x-request-id` where it is well-formed, else a new one (decisions D6). */
export const chooseRequestId = (sent: string | undefined): string =>
  sent !== undefined && acceptable.test(sent) ? sent : randomUUID();
