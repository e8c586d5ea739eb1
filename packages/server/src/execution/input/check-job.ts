import type { Problem } from "../../api-error.ts";

/** An input to be checked in a thread, as texts: those are handed over without being walked. */
export interface CheckJob {
  schemaText: string;
  inputText: string;
  subItemNames: readonly string[];
}

/** What the thread sends: once that it has started, and then one for each job. */
export type CheckReport = "ready" | { problems: Problem[] } | { error: string };
