import { type Requirement, stated } from "./requirement.ts";

/** A database that grows, is read heavily, restarts or falls silent. */
export const growthRequirements: Requirement[] = [
  ...stated("D76", {
    "idempotency.per-credential": "Two API keys of one member have idempotency keys of their own.",
    "idempotency.checks-first": "A credential that may not run the tool gets no stored response.",
    "idempotency.sealed": "A stored response is not readable in the database.",
  }),
  ...stated("D84", {
    "history.count.estimate":
      "Above 100,000 records totalCount is an estimate, and x-bowline-total-count says so.",
    "history.count.exact": "Up to 100,000 records totalCount is exact, without that header.",
  }),
  ...stated("D85", {
    "growth.reading.limit": "A list that takes longer than 5 seconds is 500 INTERNAL_ERROR.",
    "growth.reading.apart": "While lists wait for the database, executions and their records go on.",
  }),
  ...stated("D86", {
    "growth.silent.refused":
      "While the database is silent, calls end within seconds, as 500 where they need it.",
    "growth.silent.recovers":
      "After the silence all goes on without a restart, and what was acknowledged is there once.",
  }),
  ...stated("D48", {
    "operations.end.signals": "SIGHUP, and Ctrl-C to the whole group, end server and database in good order.",
  }),
  ...stated("D41d", {
    "operations.end.launcher": "A server whose launcher was killed ends by itself, with its database.",
    "operations.workers.replaced": "Workers that die are replaced, also when all die at once.",
    "operations.workers.error": "A server whose workers cannot start ends with an error that says why.",
  }),
  ...stated("D87", {
    "idempotency.lost-claim":
      "A key whose request was 500 because the database was away can be used again when it is back.",
  }),
];
