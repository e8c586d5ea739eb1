/** Those who want to know when a value outside of React has changed. `subscribe` is for `useSyncExternalStore`. */
export interface Listeners {
  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

export function openListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) {
        listener();
      }
    },
  };
}
