import { type Requirement, stated } from "./requirement.ts";

/** Several servers on one database with a long history. */
export const severalNodesRequirements: Requirement[] = [
  ...stated("D84", {
    "nodes.history-ids": "History ids are unique among the records that several servers write at once.",
  }),
  ...stated("D85", {
    "nodes.reading": "While clients list a long history on every server, executions continue on each.",
  }),
  ...stated("D86", {
    "nodes.silent":
      "A server whose connection to the database falls silent refuses its own calls only; the others continue, and so does it afterward.",
  }),
  ...stated("D57", {
    "nodes.clocks":
      "Servers whose clocks differ by minutes share tokens, sessions, sign-ins, links, approvals and idempotency keys, whose times are by the clock of the database.",
  }),
];
