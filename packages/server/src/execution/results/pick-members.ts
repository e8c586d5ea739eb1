import { readPointer } from "@bowline/catalog";
import { isObject } from "../../runtimes/is-object.ts";
import type { Outcome } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { Pace } from "../pace.ts";
import { findMemberWarning } from "./find-field-warning.ts";
import { refuseHeavyOutput } from "./refuse-heavy-output.ts";
import { replacePointer } from "./replace-pointer.ts";

/**
 * Keeps only some members of each record in the list of results (decisions D63), and warns of a name that no record has. Output without a
 * list does not change.
 */
export async function pickMembers(
  { entry }: Pick<LoadedTool, "entry">,
  names: readonly string[],
  sent: Outcome,
): Promise<Outcome> {
  const outcome = refuseHeavyOutput(sent);
  const path = entry.resultsPath ?? "";
  const results = outcome.isSuccess ? readPointer(outcome.output, path) : undefined;
  if (!outcome.isSuccess || !Array.isArray(results)) {
    return outcome;
  }
  const wanted = new Set(names);
  const found = new Set<string>();
  const picked: unknown[] = [];
  const pace = new Pace();
  for (const record of results) {
    // Every name in every record would be looked up for seconds (decisions D75).
    const members = isObject(record) ? Object.entries(record) : null;
    const kept = members?.filter(([name]) => wanted.has(name));
    for (const [name] of kept ?? []) {
      found.add(name);
    }
    picked.push(kept === undefined ? record : Object.fromEntries(kept));
    if (pace.isDue(1 + (members?.length ?? 0))) {
      await pace.rest();
    }
  }
  const warning = outcome.warning ?? findMemberWarning(results, names, found);
  return {
    ...outcome,
    ...{ output: replacePointer(outcome.output, path, picked), outputText: null },
    ...(warning !== null && { warning }),
  };
}
