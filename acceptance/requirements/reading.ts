import { type Requirement, stated } from "./requirement.ts";

/** Reading the history: its filters and its summary. */
export const readingRequirements: Requirement[] = [
  ...stated("D72", {
    "history.filter.source": "`source` restricts the history to the executions that came in that way.",
    "history.filter.kind": "`kind` restricts the history to the executions that failed with that kind.",
    "history.filter.toolset": "`toolsetId` restricts the history to the executions through that toolset.",
    "history.filter.application": "`applicationSlug` restricts the history to that application's tools.",
    "history.filter.member":
      "`accountUserId` restricts the history to that account user's executions; a Member who names another gets 403.",
    "history.filter.search":
      "`search` finds a history id, a request id, a part of a tool's slug and a part of an error message, within what the caller sees.",
    "history.before":
      "`before` returns the executions older than that record, so that no record is missed or repeated while others arrive.",
    "history.before.missing":
      "`before` with the id of no record is 404, and with another's record 403 for a Member.",
  }),
];
