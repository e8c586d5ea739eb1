import type { Command } from "commander";
import type { McpConfigFlags } from "../commands/mcp/config.ts";
import { withSession } from "./run-command.ts";

/** Adds `mcp`. */
export function addMcpCommands(program: Command): void {
  const mcp = program.command("mcp").description("connect agents and editors over MCP");
  mcp
    .command("config")
    .description("print what belongs into a client's configuration")
    .requiredOption("--client <id>", "the client, such as cursor or claude-code")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .option("--name <name>", "the entry's name", "bowline")
    .option("--oauth", "have the client sign in instead of sending a key")
    .action(
      withSession(async (session, flags: McpConfigFlags) =>
        (await import("../commands/mcp/config.ts")).printMcpConfig(session, flags),
      ),
    );
  mcp
    .command("stdio")
    .description("be an MCP server on stdin and stdout, for clients that only start programs")
    .option("--toolset <id>", "the toolset; without it, the whole catalog")
    .action(
      withSession(async (session, options: { toolset?: string }) =>
        (await import("../commands/mcp/stdio.ts")).runStdio(session, options),
      ),
    );
}
