const storageKey = "bowline-time-zone";
const listeners = new Set<() => void>();

/** The time zone that times are shown in; undefined: the browser's. */
export function readTimeZone(): string | undefined {
  return window.localStorage.getItem(storageKey) ?? undefined;
}

export function setTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined) {
    window.localStorage.removeItem(storageKey);
  } else {
    window.localStorage.setItem(storageKey, timeZone);
  }
  for (const notify of listeners) {
    notify();
  }
}

export function subscribeToTimeZone(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
