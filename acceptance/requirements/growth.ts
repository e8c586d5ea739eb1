import { type Requirement, stated } from "./requirement.ts";

/** A database that grows, is read heavily, restarts or stops responding. */
export const growthRequirements: Requirement[] = [
  ...stated("D76", {
    "idempotency.per-credential": "Two API keys of one member have idempotency keys of their own.",
    "idempotency.checks-first": "A credential that may not run the tool does not get a stored response.",
    "idempotency.sealed": "A stored response is encrypted in the database.",
  }),
  ...stated("D84", {
    "history.count.estimate":
      "Above 100,000 records totalCount is an estimate, and x-bowline-total-count says so.",
    "history.count.exact": "Up to 100,000 records totalCount is exact, without that header.",
  }),
  ...stated("D85", {
    "growth.reading.limit": "A list that takes longer than 5 seconds is 500 INTERNAL_ERROR.",
    "growth.reading.apart": "While lists wait for the database, executions and their records continue.",
  }),
  ...stated("D86", {
    "growth.silent.refused":
      "While the database does not respond, calls end within seconds; those that need it are 500.",
    "growth.silent.recovers":
      "When the database responds again, no restart is needed, and acknowledged work is stored exactly once.",
  }),
  ...stated("D48", {
    "operations.end.signals":
      "SIGHUP, and Ctrl-C to the whole process group, shut the server and the database down cleanly.",
  }),
  ...stated("D41d", {
    "operations.end.launcher": "When its launcher is killed, the server stops itself and its database.",
    "operations.workers.replaced": "Workers that die are replaced, even when all die at once.",
    "operations.workers.error":
      "When its workers cannot start, the server exits with an error that says why.",
  }),
  ...stated("D87", {
    "idempotency.lost-claim":
      "After a 500 because the database was unavailable, the key can be used again when it is back.",
  }),
];
