import { openListeners } from "../listeners.ts";

/** Until when the server takes no more calls of this company, in milliseconds since 1970; 0: it takes them. */
let waitEnd = 0;
const listeners = openListeners();
let timer: ReturnType<typeof setTimeout> | undefined;

/** For `useSyncExternalStore`. */
export const readWaitEnd = (): number => waitEnd;

export const { subscribe: subscribeToWaits } = listeners;

/** A longer wait is an error, which the page shows. */
const longestWaitSeconds = 30;
/** The calls that waited take some time. */
const graceMs = 500;

/** Sends a request, and notes for how long the server wants no more. The SDK waits, and then sends it again. */
export const fetchAndNoteWaits: typeof globalThis.fetch = async (...request) => {
  const response = await globalThis.fetch(...request);
  const seconds = response.status === 429 ? Number(response.headers.get("retry-after")) : 0;
  if (seconds > 0 && seconds <= longestWaitSeconds) {
    note(Date.now() + seconds * 1000);
  }
  return response;
};

function note(end: number): void {
  if (end > waitEnd) {
    set(end);
    clearTimeout(timer);
    timer = setTimeout(() => set(0), end - Date.now() + graceMs);
  }
}

function set(end: number): void {
  waitEnd = end;
  listeners.notify();
}
