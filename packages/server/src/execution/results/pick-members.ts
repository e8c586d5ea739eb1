import { readPointer } from "@bowline/catalog";
import { isObject } from "../../runtimes/is-object.ts";
import type { Outcome } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { refuseHeavyOutput } from "./refuse-heavy-output.ts";
import { replacePointer } from "./replace-pointer.ts";

/** Keeps only some members of each record in the list of results (decisions D63). Output without a list does not change. */
export function pickMembers(
  { entry }: Pick<LoadedTool, "entry">,
  names: readonly string[],
  sent: Outcome,
): Outcome {
  const outcome = refuseHeavyOutput(sent);
  const path = entry.resultsPath ?? "";
  const results = outcome.isSuccess ? readPointer(outcome.output, path) : undefined;
  if (!outcome.isSuccess || !Array.isArray(results)) {
    return outcome;
  }
  const picked = results.map((record) => (isObject(record) ? pick(record, names) : record));
  return { ...outcome, output: replacePointer(outcome.output, path, picked), outputText: null };
}

const pick = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]));
