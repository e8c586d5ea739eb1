import { openListeners } from "../listeners.ts";

let isEnded = false;
let goOn: (() => void) | null = null;
const listeners = openListeners();

/** For `useSyncExternalStore`: whether the page waits for somebody to sign in again, because it holds what was entered. */
export const isSessionEnded = (): boolean => isEnded;

export const { subscribe: subscribeToSession } = listeners;

/** Resolves when it is worth asking for a token again: when this tab is looked at. */
export function waitForSignIn(): Promise<void> {
  setEnded(true);
  return new Promise((resolve) => {
    goOn = () => {
      window.removeEventListener("focus", tryAgain);
      document.removeEventListener("visibilitychange", tryAgain);
      resolve();
    };
    window.addEventListener("focus", tryAgain);
    document.addEventListener("visibilitychange", tryAgain);
  });
}

/** Asks for a token again. */
export const tryAgain = (): void => goOn?.();

/** Notes that somebody has signed in again. */
export const endWait = (): void => setEnded(false);

function setEnded(next: boolean): void {
  if (isEnded !== next) {
    isEnded = next;
    listeners.notify();
  }
}
