import type { ServerPart } from "../drain.ts";

/** The order in which parts are closed: each before those it uses. */
const closeOrder = [
  "history",
  "last used",
  "runtimes",
  "egress",
  "search",
  "embedder",
  "imports",
  "jobs",
  "announcement",
  "clock",
  "limiter",
  "changes",
  "database",
] as const;

type PartName = (typeof closeOrder)[number];

/** The parts that have been opened so far. */
export class OpenedParts {
  readonly #parts = new Map<PartName, { close(): Promise<void> }>();

  keep<Part extends { close(): Promise<void> }>(name: PartName, part: Part): Part {
    this.#parts.set(name, part);
    return part;
  }

  /** Lists them in the order in which they are closed. */
  list(): ServerPart[] {
    return closeOrder.flatMap((name) => {
      const part = this.#parts.get(name);
      return part === undefined ? [] : [{ name, close: () => part.close() }];
    });
  }
}
