import type { Approval } from "@bowline/sdk";
import { approvalStatuses, executionSources, failureKinds, summaryGroupings } from "@bowline/sdk/values";
import { type Command, Option } from "commander";
import type { HistoryListOptions } from "../commands/history/list.ts";
import type { HistorySummaryOptions } from "../commands/history/summary.ts";
import type { TailFlags } from "../commands/logs/tail.ts";
import type { ListOptions } from "../output/output.ts";
import { limitOption } from "./limit-option.ts";
import { readId, readNumber, readTime } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `history`, `logs` and `approvals`. */
export function addHistoryCommands(program: Command): void {
  addHistory(program.command("history").description("calls that were made"));
  addFilters(
    program
      .command("logs")
      .description("calls as they happen")
      .command("tail")
      .description("print the last calls and then each new one")
      .option("--lines <number>", "how many earlier calls (default: 10; with --from, all)", readNumber)
      .addOption(timeOption("--from <time>", "begin with the calls since this time")),
  ).action(
    withSession(async (session, flags: TailFlags) =>
      (await import("../commands/logs/tail.ts")).tailLogs(session, flags),
    ),
  );
  addApprovals(program.command("approvals").description("calls that a person approves first"));
}

function addHistory(history: Command): void {
  addFilters(
    history
      .command("list")
      .description("list the calls, newest first")
      .addOption(timeOption("--from <time>", "at this time or later"))
      .addOption(timeOption("--to <time>", "before this time"))
      .addOption(limitOption())
      .option("--all", "list all of them"),
  ).action(
    withSession(async (session, flags: HistoryListOptions) =>
      (await import("../commands/history/list.ts")).listHistory(session, flags),
    ),
  );
  addFilters(
    history
      .command("summary")
      .description("count the calls by group, the largest first")
      .addOption(new Option("--by <group>", "what to count by").choices(summaryGroupings).default("tool"))
      .addOption(timeOption("--from <time>", "at this time or later (default: 24 hours before the end)"))
      .addOption(timeOption("--to <time>", "before this time (default: now)")),
  ).action(
    withSession(async (session, flags: HistorySummaryOptions) =>
      (await import("../commands/history/summary.ts")).summarizeHistory(session, flags),
    ),
  );
  history
    .command("show")
    .description("show a call with its input and output")
    .argument("<id>", "the record", readNumber)
    .action(
      withSession(async (session, id: number) =>
        (await import("../commands/history/show.ts")).showHistory(session, id),
      ),
    );
}

/** Adds the options that say which calls a command is about. */
function addFilters(command: Command): Command {
  return command
    .option("--tool <slug>", "only calls of the tool")
    .option("--app <slug>", "only calls of the application's tools")
    .option("--connection <id>", "only calls through the connection", readNumber)
    .option("--toolset <id>", "only calls through the toolset", readId)
    .option("--member <id>", "only calls of the member; others than yourself are for Admins", readNumber)
    .option("--key <id>", "only calls with the API key", readNumber)
    .addOption(new Option("--source <source>", "only calls that came in this way").choices(executionSources))
    .option("--succeeded", "only calls that succeeded")
    .option("--failed", "only calls that failed")
    .addOption(new Option("--kind <kind>", "only calls that failed in this way").choices(failureKinds))
    .option("--search <text>", "only calls with the text in the tool's slug or error, or this exact id")
    .addHelpText("after", "\nA time is like 2026-01-31T09:00:00Z, 2026-01-31, or how long ago: 30m, 2h, 7d.");
}

const timeOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text) => readTime(text, new Date()));

function addApprovals(approvals: Command): void {
  approvals
    .command("list")
    .description("list the approvals that you may decide")
    .addOption(new Option("--status <status>", "only those with the status").choices(approvalStatuses))
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions & { status?: Approval["status"] }) =>
        (await import("../commands/approvals/list.ts")).listApprovals(session, options),
      ),
    );
  approvals
    .command("show <id>")
    .description("show the call that waits for approval")
    .action(
      withSession(async (session, id: string) =>
        (await import("../commands/approvals/show.ts")).showApproval(session, id),
      ),
    );
  approvals
    .command("approve <id>")
    .description("let the call run once")
    .action(
      withSession(async (session, id: string) =>
        (await import("../commands/approvals/decide.ts")).approve(session, id),
      ),
    );
  approvals
    .command("deny <id>")
    .description("refuse the call")
    .option("--reason <text>", "what to tell the caller")
    .action(
      withSession(async (session, id: string, options: { reason?: string }) =>
        (await import("../commands/approvals/decide.ts")).deny(session, id, options),
      ),
    );
}
