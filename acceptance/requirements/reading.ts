import { type Requirement, stated } from "./requirement.ts";

/** Reading the history: which connection a call would use, and how far an import is. */
export const readingRequirements: Requirement[] = [
  ...stated("D72", {
    "history.filter.source": "`source` restricts the history to the executions that came in that way.",
    "history.filter.kind": "`kind` restricts the history to the executions that failed with that kind.",
    "history.filter.toolset": "`toolsetId` restricts the history to the executions through that toolset.",
    "history.filter.application": "`applicationSlug` restricts the history to that application's tools.",
    "history.filter.member":
      "`accountUserId` restricts the history to that account user's executions; a Member who names another gets 403.",
    "history.filter.key":
      "`apiKeyId` restricts the history to the executions with that API key, also after it was deleted, within what the caller sees: a Member finds nothing by another's key, as by one that does not exist.",
    "history.filter.search":
      "`search` finds a history id, a request id, a part of a tool's slug and a part of an error message, within what the caller sees.",
    "history.before":
      "`before` returns the executions older than that record, so that no record is missed or repeated while others arrive.",
    "history.before.missing":
      "`before` with the id of no record is 404, and with another's record 403 for a Member.",
    "history.summary.counts":
      "`GET /v1/executions/Summary` counts executions and failures, with p50 and p95, in all, by bucket and by group.",
    "history.summary.same":
      "Whatever the filters, the counts of the summary's buckets and groups add up to the list's totalCount.",
    "history.summary.buckets":
      "A summary has at most 120 buckets; an interval that would give more is 400, and without one the shortest is chosen.",
    "history.summary.groups": "The largest groups are listed, and the rest are counted as one other group.",
    "history.summary.members": "A Member's summary counts only the Member's own executions.",
    "resolution.same":
      "`GET /v1/tools/{toolSlug}/Resolution` names the connection and the reason of an execution, or returns the same error.",
    "resolution.approval": "The resolution says whether a person must approve the call first.",
    "resolution.nothing-sent": "The resolution sends nothing and records nothing.",
    "import.background":
      "An import with `background` returns its id at once, and `GET /v1/imports/{importId}` says its phase, how far it is, and its result.",
    "import.background.failed": "A failed import has status 2, and its error says what was wrong.",
    "import.background.own":
      "Only the account user who started an import may read it; a list has the own ones.",
    "import.background.refused": "What is wrong with the request itself is refused before the import starts.",
    "import.withdrawn":
      "An import whose Admin is removed, loses the role or the credential while a server is asked stores nothing, and is refused with 403.",
    "import.background.killed": "An import whose server was killed or stopped has failed, and says so.",
    "import.background.nodes": "Every node says how far an import is.",
    "import.dry-run":
      "An import with `dryRun` stores nothing and returns the tools it would add, change and remove, what it would skip, and how many connections it would stop.",
    "import.dry-run.mcp":
      "With `dryRun`, the import of an MCP server says what it would add, or what would wait.",
    "status.members":
      "`GET /v1/status` says version, address, database, Redis, jobs, history, limits, catalog and search, to Admins only.",
  }),
];
