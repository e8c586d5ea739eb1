import { type Requirement, stated } from "./requirement.ts";

/** Lists and summaries of the history. */
export const historyListRequirements: Requirement[] = [
  ...stated("D72", {
    "history.after":
      "`after` returns the executions newer than that record, and of more than a page those next to it; together with `before` it is 400.",
    "history.filter.kind.recorded":
      "`kind` takes the kinds that a record can have. `approvalRequired` is 400: a call that waits for an approval has no record.",
    "history.summary.keys":
      "Grouped by `apiKey`, a summary counts the calls of each API key, also after it was deleted, and those without a key as a group whose key is null.",
    "history.summary.names":
      "A group by member, connection or API key has its present name, null once that was deleted. Other groups have none.",
    "history.summary.counting":
      "While the history is counted after an upgrade, a summary that would take too long is 500 INTERNAL_ERROR, says so, and has Retry-After.",
  }),
];
