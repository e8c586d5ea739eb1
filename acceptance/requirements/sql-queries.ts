import { type Requirement, stated } from "./requirement.ts";

/** What a caller's own statements may do at a database. */
export const sqlQueryRequirements: Requirement[] = [
  ...stated("D36", {
    "sql.dry-run.shape":
      "A dry run names the dialect, the database, the user, whether it only reads, the statement, its values and the most rows.",
  }),
  ...stated("D69", {
    "sql.read-query":
      "read_query is a tool that reads: a key for such tools may use it, and it changes nothing over a connection that may write.",
  }),
];
