import { type Requirement, stated } from "./requirement.ts";

/** Lists of a large history. */
export const historyListRequirements: Requirement[] = [
  ...stated("D72", {
    "history.after":
      "`after` returns the executions newer than that record, and of more than a page those next to it; together with `before` it is 400.",
    "history.summary.counting":
      "While the history is counted after an upgrade, a summary that would take too long is 500 INTERNAL_ERROR, says so, and has Retry-After.",
  }),
];
