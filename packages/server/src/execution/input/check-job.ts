import type { Problem } from "../../api-error.ts";

/** An input to check in a thread. Texts are cheaper to pass to a thread than objects. */
export interface CheckJob {
  schemaText: string;
  inputText: string;
  subItemNames: readonly string[];
}

/** A message from the thread: `ready` once it has started, then one report for each job. */
export type CheckReport = "ready" | { problems: Problem[] } | { error: string };
