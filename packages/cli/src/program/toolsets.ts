import type { Command } from "commander";
import type { CreateFlags } from "../commands/toolsets/create.ts";
import type { EditFlags } from "../commands/toolsets/edit.ts";
import type { ListOptions } from "../output/output.ts";
import { limitOption } from "./limit-option.ts";
import { collect, collectNumbers, readApprovals } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `toolsets`. */
export function addToolsetCommands(program: Command): void {
  const toolsets = program.command("toolsets").description("toolsets: the tools that an agent may use");
  toolsets
    .command("list")
    .description("list your toolsets")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions) =>
        (await import("../commands/toolsets/list.ts")).listToolsets(session, options),
      ),
    );
  toolsets
    .command("show <id>")
    .description("show a toolset and its tools")
    .action(
      withSession(async (session, id: string) =>
        (await import("../commands/toolsets/show.ts")).showToolset(session, id),
      ),
    );
  addToolOptions(toolsets.command("create <name>").description("create a toolset")).action(
    withSession(async (session, name: string, flags: CreateFlags) =>
      (await import("../commands/toolsets/create.ts")).createToolset(session, name, flags),
    ),
  );
  addToolOptions(toolsets.command("edit <id>").description("add and remove tools, rename, set approvals"))
    .option("--remove-tool <slug>", "remove the tool; may be repeated", collect, [])
    .option("--name <name>", "the new name")
    .action(
      withSession(async (session, id: string, flags: EditFlags) =>
        (await import("../commands/toolsets/edit.ts")).editToolset(session, id, flags),
      ),
    );
  toolsets
    .command("clone <id> <name>")
    .description("copy a toolset under a new name")
    .action(
      withSession(async (session, id: string, name: string) =>
        (await import("../commands/toolsets/clone.ts")).cloneToolset(session, id, name),
      ),
    );
  toolsets
    .command("remove <id>")
    .description("remove a toolset")
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, id: string, options: { yes?: boolean }) =>
        (await import("../commands/toolsets/remove.ts")).removeToolset(session, id, options),
      ),
    );
}

const addToolOptions = (command: Command): Command =>
  command
    .option("--tool <slug>", "add the tool; may be repeated", collect, [])
    .option("--app <slug>", "add all tools of the application; may be repeated", collect, [])
    .option("--read-only", "of these, only tools that read")
    .option("--connection <id>", "use this connection for its application", collectNumbers, [])
    .option(
      "--approvals <which>",
      "calls that a person approves: none, destructive, writes, all, or slugs of tools",
      readApprovals,
    );
