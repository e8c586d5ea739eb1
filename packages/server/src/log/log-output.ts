import type { DestinationStream } from "pino";

/** Where lines of the log go. */
export interface LogOutput extends DestinationStream {
  /** Writes the lines that wait, as far as somebody reads them. */
  flushSync(): void;
}
