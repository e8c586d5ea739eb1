/** For `expect.poll`: what takes effect within a second on a quiet machine. On a busy one the requests themselves take longer. */
export const withinASecond = { timeout: 5000 };
