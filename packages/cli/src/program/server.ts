import { type Command, Option } from "commander";
import type { ApiFlags } from "../commands/api.ts";
import type { LoginFlags } from "../commands/login.ts";
import { collectOne } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds what is about the server and the sign-in. Help lists the commands in the order in which they are added. */
export function addServerCommands(program: Command): void {
  addServe(program);
  addSignIn(program);
  addProfiles(program.command("profiles").description("sign-ins that are kept on this machine"));
  addApi(program);
  addOpen(program);
  addMachine(program);
}

function addServe(program: Command): void {
  program
    .command("serve")
    .description("start the server on this machine")
    .action(async (_options, command: Command) => {
      const { serve } = await import("../commands/run-script.ts");
      await serve(command.optsWithGlobals<{ json?: boolean }>());
    });
}

/** Adds what signs in and out, and shows who is signed in. */
function addSignIn(program: Command): void {
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
}

function addProfiles(profiles: Command): void {
  profiles
    .command("list")
    .description("list them")
    .action(
      withSession(async (session) => (await import("../commands/profiles/list.ts")).listProfiles(session)),
    );
  profiles
    .command("use <name>")
    .description("use this one when no other is named")
    .action(
      withSession(async (session, name: string) =>
        (await import("../commands/profiles/use.ts")).useProfile(session, name),
      ),
    );
}

function addApi(program: Command): void {
  program
    .command("api <method> <path>")
    .description("call any operation of the API, such as: api GET grants")
    .option("-f, --text <name=text>", "a member of the body or query as text", collectOne, [])
    .option("-F, --field <name=json>", "a member of the body or query as JSON", collectOne, [])
    .option("--input <file>", "the whole body as JSON; - is stdin")
    .action(
      withSession(async (session, method: string, path: string, flags: ApiFlags) =>
        (await import("../commands/api.ts")).callApi(session, method, path, flags),
      ),
    );
}

function addOpen(program: Command): void {
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
}

/** Adds what works on the server's machine beside the API. */
function addMachine(program: Command): void {
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
  program
    .command("database")
    .description("the database of the server on this machine")
    .command("copy")
    .description("copy it to an empty PostgreSQL, while no server runs")
    .addOption(
      new Option(
        "--to <address>",
        "postgres://user@host/name, with its password in PGPASSWORD; or embedded",
      ).makeOptionMandatory(),
    )
    .action(async ({ to }: { to: string }) => {
      const { copyDatabase } = await import("../commands/run-script.ts");
      await copyDatabase(to);
    });
}
