import type { Command } from "commander";
import type { ExecuteFlags } from "../commands/execute.ts";
import type { ToolFilters } from "../commands/tools/search.ts";
import { addApplicationCommands } from "./applications.ts";
import { limitOption } from "./limit-option.ts";
import { collectOne, readId, readNumber } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `apps`, `tools` and `execute`. */
export function addCatalogCommands(program: Command): void {
  addApplicationCommands(program);
  const tools = program.command("tools").description("tools of the catalog");
  const execute = program
    .command("execute")
    .description("run a tool; its input members are flags, see execute SLUG --help")
    .argument("<slug>", "the tool")
    .argument("[input...]", "its input: --title x --labels bug --author.name y --body @file --no-draft")
    .allowUnknownOption()
    .option("-f, --text <name=text>", "a member of the input as text", collectOne, [])
    .option("-F, --field <name=json>", "a member of the input as JSON", collectOne, [])
    .option("--input <file>", "the whole input as JSON; - is stdin; flags come on top")
    .option("--filter <condition>", 'only results with "field operator value"', collectOne, [])
    .option("--sort <field>", "sort the results; -field is descending", collectOne, [])
    .option("--top <number>", "the most results", readNumber)
    .option("--offset <number>", "leave out the first results", readNumber)
    .option("--context <value>", "the object that the tool works on")
    .option("--dry-run", "show the request and send nothing")
    .option("--idempotency-key <key>", "a repeat with the same key returns the first result")
    .option("--connection <id>", "the connection to use", readNumber)
    .option("--toolset <id>", "the toolset to find the connection in", readId)
    .helpOption(false)
    .action(async (slug: string, input: string[], flags: ExecuteFlags, command: Command) => {
      if (slug === "--help" || slug === "-h") {
        command.outputHelp();
        return;
      }
      await runTool(slug, input, flags, listOptions(command), command);
    });
  addTools(tools, execute);
}

const runTool = withSession(
  async (session, slug: string, input: string[], flags: ExecuteFlags, options: ReadonlySet<string>) =>
    (await import("../commands/execute.ts")).execute(session, [slug, ...input], flags, options),
);

/** The names of the long options of the command and of the program. */
function listOptions(command: Command): ReadonlySet<string> {
  const options = [...command.options, ...(command.parent?.options ?? [])];
  return new Set(["help", ...options.flatMap(({ long }) => long?.slice(2) ?? [])]);
}

function addTools(tools: Command, execute: Command): void {
  tools
    .command("search [words...]")
    .description("search the tools; without words, list them")
    .option("--app <slug>", "only tools of the application")
    .option("--toolset <id>", "only tools of the toolset", readId)
    .option("--tag <tag>", "only tools with the tag")
    .option("--read-only", "only tools that read")
    .addOption(limitOption())
    .action(
      withSession(async (session, words: string[], filters: ToolFilters) =>
        (await import("../commands/tools/search.ts")).searchTools(session, words, filters),
      ),
    );
  tools
    .command("show <slug>")
    .description("show a tool and its input")
    .action(
      withSession(async (session, slug: string) =>
        (await import("../commands/tools/show.ts")).showTool(session, slug, listOptions(execute)),
      ),
    );
}
