import type { Command } from "commander";
import type { NewAppFlags } from "../commands/app/new.ts";
import { withSession } from "./with-session.ts";

/** Adds `app`. */
export function addAppCommands(program: Command): void {
  const app = program.command("app").description("write applications in code");
  app
    .command("new <folder>")
    .description("copy the template of an application into a new folder")
    .option("--slug <slug>", "its slug; default: the folder's name")
    .option("--name <name>", "its name")
    .action(
      withSession(async (session, folder: string, flags: NewAppFlags) =>
        (await import("../commands/app/new.ts")).createApp(session, folder, flags),
      ),
    );
  app
    .command("test [folder]")
    .description("load the applications as the server does, check their types, and run their tests")
    .action(
      withSession(async (session, folder: string | undefined) =>
        (await import("../commands/app/test.ts")).testApps(session, folder ?? "."),
      ),
    );
}
