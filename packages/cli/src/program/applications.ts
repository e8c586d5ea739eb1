import { type Command, Option } from "commander";
import type { EditAppFlags } from "../commands/apps/edit.ts";
import type { ImportFlags } from "../commands/apps/import.ts";
import type { OAuthClientFlags } from "../commands/apps/oauth-client.ts";
import type { ListOptions } from "../output/output.ts";
import { limitOption } from "./limit-option.ts";
import { collectOne, readNumber } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `apps`. Help lists its commands in the order in which they are added. */
export function addApplicationCommands(program: Command): void {
  const apps = program.command("apps").description("applications of the catalog");
  addListAndShow(apps);
  addImport(apps);
  addEdit(apps);
  addOAuthClients(apps);
  addChanges(apps);
  addRemove(apps);
}

function addListAndShow(apps: Command): void {
  apps
    .command("list")
    .description("list the applications")
    .option("--search <words>", "only those that fit")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions & { search?: string }) =>
        (await import("../commands/apps/list.ts")).listApps(session, options),
      ),
    );
  apps
    .command("show <slug>")
    .description("show an application")
    .action(
      withSession(async (session, slug: string) =>
        (await import("../commands/apps/show.ts")).showApp(session, slug),
      ),
    );
}

function addImport(apps: Command): void {
  apps
    .command("import [source]")
    .description("import an API description: an address, a file, or - for stdin; or a kind of database")
    .requiredOption("--slug <slug>", "the application's slug")
    .option("--name <name>", "its name")
    .addOption(
      new Option("--source <kind>", "what it is")
        .choices(["openapi", "mcp", "graphql", "sql"])
        .default("openapi"),
    )
    .addOption(
      new Option("--dialect <kind>", "the kind of database").choices(["postgresql", "mysql", "sqlite"]),
    )
    .option("--base-url <url>", "replaces the document's servers; the address of a GraphQL endpoint")
    .option("--provider <name>", "add the sign-in methods of a known provider")
    .option("--dry-run", "store nothing, and show which tools would change")
    .option("--headers-file <file>", "headers to read an MCP or GraphQL server with, as JSON; - is stdin")
    .action(
      withSession(async (session, source: string | undefined, flags: ImportFlags) =>
        (await import("../commands/apps/import.ts")).importApp(session, source, flags),
      ),
    );
}

function addEdit(apps: Command): void {
  apps
    .command("edit <slug>")
    .description("change an application, or hide it from the company")
    .option("--name <name>", "its name")
    .option("--description <text>", "its description")
    .option("--base-url <url>", "the API's address; an empty text restores the document's")
    .option("--enabled", "show it again")
    .option("--no-enabled", "hide it: it is in no list, and its tools do not run")
    .action(
      withSession(async (session, slug: string, flags: EditAppFlags) =>
        (await import("../commands/apps/edit.ts")).editApp(session, slug, flags),
      ),
    );
}

function addOAuthClients(apps: Command): void {
  apps
    .command("oauth-clients")
    .description("list the OAuth methods, and whose client each uses")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions) =>
        (await import("../commands/apps/oauth-clients.ts")).listOAuthClients(session, options),
      ),
    );
  apps
    .command("oauth-client <slug>")
    .description("set the company's own OAuth client; without --client-id, show what to register")
    .option("--client-id <id>", "the client's id; its secret is asked for, or comes from stdin")
    .option("--public", "it has no secret")
    .option("--method <id>", "the OAuth method, if there are several", readNumber)
    .option("--scope <scope>", "ask for this scope; may be repeated", collectOne, [])
    .option("--token-host <host>", "a host it may be sent to; may be repeated", collectOne, [])
    .option("--remove", "remove the client")
    .option("--yes", "do not ask before it is removed")
    .action(
      withSession(async (session, slug: string, flags: OAuthClientFlags) =>
        (await import("../commands/apps/oauth-client.ts")).setOAuthClient(session, slug, flags),
      ),
    );
}

function addChanges(apps: Command): void {
  apps
    .command("changes <slug>")
    .description("list the changes of an MCP server's tools that wait for an Admin")
    .addOption(limitOption())
    .action(
      withSession(async (session, slug: string, options: ListOptions) =>
        (await import("../commands/apps/changes.ts")).listChanges(session, slug, options),
      ),
    );
  for (const verb of ["accept", "reject"] as const) {
    apps
      .command(verb)
      .description(`${verb} a change`)
      .argument("<slug>", "the application")
      .argument("<id>", "the change", readNumber)
      .action(
        withSession(async (session, slug: string, id: number) => {
          const { acceptChange, rejectChange } = await import("../commands/apps/changes.ts");
          await (verb === "accept" ? acceptChange : rejectChange)(session, slug, id);
        }),
      );
  }
}

function addRemove(apps: Command): void {
  apps
    .command("remove <slug>")
    .description("remove an imported application")
    .option("--force", "also remove its connections")
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, slug: string, options: { yes?: boolean; force?: boolean }) =>
        (await import("../commands/apps/remove.ts")).removeApp(session, slug, options),
      ),
    );
}
