import { openListeners } from "../listeners.ts";

const storageKey = "bowline-time-zone";
const listeners = openListeners();

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
  listeners.notify();
}

export const { subscribe: subscribeToTimeZone } = listeners;
