import type { Command } from "commander";
import { withSession } from "./run-command.ts";

export function addServerCommands(program: Command): void {
  program
    .command("whoami")
    .description("show who you are signed in as")
    .action(withSession(async (session) => (await import("../commands/whoami.ts")).whoami(session)));
}
