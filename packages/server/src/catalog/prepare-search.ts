import type { Catalog } from "./catalog.ts";

/** Prepares searching ahead, so that nobody waits for the first search. */
export interface SearchPreparation {
  /** Prepares soon, and once for several changes in a row. */
  request(): void;
  close(): Promise<void>;
}

/** An installation of built-in applications changes many rows at once. */
const quietMs = 200;

/** @param catalog is never asked again before it has ended */
export function openSearchPreparation(
  catalog: Pick<Catalog, "prepareSearch">,
  onError: (error: unknown) => void,
): SearchPreparation {
  let running = Promise.resolve();
  const timer = setTimeout(() => {
    running = running.then(() => catalog.prepareSearch()).catch(onError);
  }, quietMs).unref();
  return {
    request() {
      timer.refresh();
    },
    async close() {
      clearTimeout(timer);
      await running;
    },
  };
}
