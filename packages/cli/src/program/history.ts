import type { Approval } from "@bowline/sdk";
import { type Command, Option } from "commander";
import type { HistoryFlags } from "../commands/history/list.ts";
import type { TailFlags } from "../commands/logs/tail.ts";
import type { ListOptions } from "../output/output.ts";
import { readNumber } from "./read-option.ts";
import { withSession } from "./run-command.ts";

/** Adds `history`, `logs` and `approvals`. */
export function addHistoryCommands(program: Command): void {
  addHistory(program.command("history").description("calls that were made"));
  program
    .command("logs")
    .description("calls as they happen")
    .command("tail")
    .description("print the last calls and then each new one")
    .option("--tool <slug>", "only calls of the tool")
    .option("--failed", "only calls that failed")
    .option("--lines <number>", "how many calls of before", readNumber, 10)
    .action(
      withSession(async (session, flags: TailFlags) =>
        (await import("../commands/logs/tail.ts")).tailLogs(session, flags),
      ),
    );
  addApprovals(program.command("approvals").description("calls that a person approves first"));
}

function addHistory(history: Command): void {
  history
    .command("list")
    .description("list the calls, newest first")
    .option("--tool <slug>", "only calls of the tool")
    .option("--connection <id>", "only calls through the connection", readNumber)
    .option("--failed", "only calls that failed")
    .option("--from <time>", "at this time or later")
    .option("--to <time>", "before this time")
    .option("--limit <number>", "the most to list", readNumber)
    .action(
      withSession(async (session, flags: HistoryFlags) =>
        (await import("../commands/history/list.ts")).listHistory(session, flags),
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

function addApprovals(approvals: Command): void {
  const statuses: Approval["status"][] = ["waiting", "approved", "denied", "used", "expired"];
  approvals
    .command("list")
    .description("list the approvals that you may decide")
    .addOption(new Option("--status <status>", "only those with the status").choices(statuses))
    .option("--limit <number>", "the most to list", readNumber)
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
