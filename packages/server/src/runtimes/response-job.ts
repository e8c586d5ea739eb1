import type { ResponseFailure } from "@bowline/catalog";
import type { ReadResponse } from "./read-response.ts";

/** A large response to read in a thread. */
export interface ResponseJob {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  failure: ResponseFailure | null;
  secretTexts: readonly string[];
}

/** The thread's result. The output comes as JSON text, which is cheaper to pass between threads than objects. */
export type ResponseReport =
  | { isSuccess: true; outputText: string; isOutputHeavy: boolean }
  | Omit<ReadResponse & { isSuccess: false }, "output">;
