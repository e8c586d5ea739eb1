/** A response takes time, and its date is in whole seconds. */
const ignoredMs = 30_000;
let aheadMs = 0;

/** Notes how wrong the clock of this computer is. A server's times are shown and chosen by the server's clock. */
export function noteServerTime(response: Pick<Response, "headers">, now = Date.now()): void {
  const difference = Date.parse(response.headers.get("date") ?? "") - now;
  aheadMs = Math.abs(difference) > ignoredMs ? difference : 0;
}

/** The time at the server, in milliseconds since 1970. */
export const readServerTime = (): number => Date.now() + aheadMs;
