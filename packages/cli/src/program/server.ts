import { type Command, Option } from "commander";
import type { LoginFlags } from "../commands/login.ts";
import { withSession } from "./run-command.ts";

/** Adds what is about the server and the sign-in. */
export function addServerCommands(program: Command): void {
  program
    .command("serve")
    .description("start the server on this machine")
    .action(async (_options, command: Command) => {
      const { serve } = await import("../commands/run-script.ts");
      await serve(command.optsWithGlobals<{ json?: boolean }>());
    });
  program
    .command("login")
    .description("sign in with a browser, or with a key on stdin")
    .option("--url <address>", "the server")
    .option("--with-key", "read an API key: without echo, or from stdin")
    .option("--no-browser", "only print the link")
    .action(
      withSession(async (session, flags: LoginFlags) =>
        (await import("../commands/login.ts")).login(session, flags),
      ),
    );
  program
    .command("logout")
    .description("sign out and forget the profile")
    .action(withSession(async (session) => (await import("../commands/logout.ts")).logout(session)));
  program
    .command("whoami")
    .description("show who you are signed in as")
    .action(withSession(async (session) => (await import("../commands/whoami.ts")).whoami(session)));
  program
    .command("status")
    .description("show whether the server runs and you are signed in")
    .action(withSession(async (session) => (await import("../commands/status.ts")).showStatus(session)));
  program
    .command("open")
    .description("open the console in a browser")
    .argument("[page]", "a page, such as toolsets or history")
    .option("--no-browser", "only print the address")
    .action(
      withSession(async (session, page: string | undefined, options: { browser: boolean }) =>
        (await import("../commands/open.ts")).openConsole(session, page, options),
      ),
    );
  program
    .command("company")
    .description("companies of the server on this machine")
    .command("create <name>")
    .description("create a company and print the invitation for its first Admin")
    .addOption(new Option("--email <address>", "the first Admin").makeOptionMandatory())
    .action(async (name: string, { email }: { email: string }, command: Command) => {
      const { createCompany } = await import("../commands/run-script.ts");
      await createCompany(name, email, command.optsWithGlobals<{ json?: boolean }>().json === true);
    });
}
