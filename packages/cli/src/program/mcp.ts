import { type Command, Option } from "commander";
import type { BundleFlags } from "../commands/mcp/bundle.ts";
import type { McpConfigFlags } from "../commands/mcp/config.ts";
import type { InstallFlags } from "../commands/mcp/install.ts";
import { collect, readId } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `mcp`. Help lists its commands in the order in which they are added. */
export function addMcpCommands(program: Command): void {
  const mcp = program.command("mcp").description("connect agents and editors over MCP");
  addClientsAndConfig(mcp);
  addBridge(mcp);
  addInstall(mcp);
  addBundle(mcp);
}

function addClientsAndConfig(mcp: Command): void {
  mcp
    .command("clients")
    .description("list the clients that there are instructions for")
    .action(
      withSession(async (session) => (await import("../commands/mcp/clients.ts")).listMcpClients(session)),
    );
  mcp
    .command("config")
    .description("print what belongs in a client's configuration")
    .requiredOption("--client <id>", "the client, such as cursor or claude-code")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .option("--name <name>", "the entry's name", readId, "bowline")
    .option("--oauth", "have the client sign in instead of sending a key")
    .option("--link", "print a link that adds the server")
    .option("--command", "print the client's own command that adds the server")
    .action(
      withSession(async (session, flags: McpConfigFlags) =>
        (await import("../commands/mcp/config.ts")).printMcpConfig(session, flags),
      ),
    );
}

/** Adds the bridge and its sign-in. */
function addBridge(mcp: Command): void {
  mcp
    .command("stdio")
    .description("be an MCP server on stdin and stdout, for clients that only start programs")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .action(
      withSession(
        async (session, options: { toolset?: string }) =>
          (await import("../commands/mcp/stdio.ts")).runStdio(session, options),
        async () => (await import("../config/find-credential.ts")).findBridgeTarget,
      ),
    );
  mcp
    .command("login")
    .description("sign in for the bridge, which then needs no key")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .option("--no-browser", "only print the link")
    .action(
      withSession(async (session, options: { toolset?: string; browser: boolean }) =>
        (await import("../commands/mcp/login.ts")).logInForMcp(session, options),
      ),
    );
}

function addInstall(mcp: Command): void {
  mcp
    .command("install")
    .description("write the server into the configuration of clients")
    .requiredOption("--client <ids>", "the clients, such as cursor,claude-code", collect, [])
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .option("--name <name>", "the entry's name", readId, "bowline")
    .addOption(
      new Option("--scope <scope>", "for you or for this project")
        .choices(["user", "project"])
        .default("user"),
    )
    .option("--oauth", "have the clients sign in instead of creating keys for them")
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, flags: InstallFlags) =>
        (await import("../commands/mcp/install.ts")).installMcp(session, flags),
      ),
    );
}

function addBundle(mcp: Command): void {
  mcp
    .command("bundle")
    .description("write an .mcpb file, which Claude Desktop installs")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .option("--name <name>", "the bundle's name", readId, "bowline")
    .option("--out <file>", "the file; default: NAME.mcpb", readId)
    .action(
      withSession(async (session, flags: BundleFlags) =>
        (await import("../commands/mcp/bundle.ts")).writeBundle(session, flags),
      ),
    );
}
