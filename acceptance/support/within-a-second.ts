/**
 * For `expect.poll`: what takes effect within a second on a quiet machine. On a busy one the requests themselves take longer, so the
 * second is proved with a clock of its own, in `db/change-listener.test.ts` and `db/row-cache.test.ts` of the server.
 */
export const withinASecond = { timeout: 60_000 };
