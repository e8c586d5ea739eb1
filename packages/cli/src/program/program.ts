import { createRequire } from "node:module";
import { Command, Help } from "commander";
import { addAppCommands } from "./app.ts";
import { addCatalogCommands } from "./catalog.ts";
import { addCompanyCommands } from "./company.ts";
import { addConnectionCommands } from "./connections.ts";
import { examples } from "./examples.ts";
import { addHistoryCommands } from "./history.ts";
import { addMcpCommands } from "./mcp.ts";
import { readId, readPositiveNumber } from "./read-option.ts";
import { addServerCommands } from "./server.ts";
import { addToolsetCommands } from "./toolsets.ts";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/**
 * Builds the tree of commands. What a command does is imported when it runs. Commands inherit the settings of the program.
 *
 * @param hasCompletion false: the library for it adds its own commands
 * @param isJson leaves it to the caller to print errors
 */
export function buildProgram(isJson: boolean, { hasCompletion = true } = {}): Command {
  const program = new Command("bowline")
    .description("The command line of Bowline, a self-hosted tool gateway for AI agents.")
    .option("--json", "print JSON")
    .option("--profile <name>", "the sign-in to use, see `bowline profiles`", readId)
    .option("--timeout <seconds>", "the longest wait for a response (default: 60)", readPositiveNumber)
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(writePlainly(text)),
      ...(isJson && { writeErr: () => undefined }),
    })
    .showSuggestionAfterError()
    .showHelpAfterError(isJson ? false : addHelp)
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: false,
      optionDescription: (option) => Help.prototype.optionDescription(option).replace(" (default: [])", ""),
    })
    .addHelpText(
      "after",
      "\nBOWLINE_URL and BOWLINE_API_KEY in the environment come before the profile, unless --profile is typed.\nGuide: docs/command-line.md",
    );
  addServerCommands(program);
  addCatalogCommands(program);
  addConnectionCommands(program);
  addToolsetCommands(program);
  addAppCommands(program);
  addMcpCommands(program);
  addHistoryCommands(program);
  addCompanyCommands(program);
  if (hasCompletion) {
    program
      .command("completion <shell>")
      .description("print the script for completion with the tab key: bash, zsh, fish or powershell");
  }
  addExamples(program, []);
  if (!isJson) {
    nameCommands(program.commands);
  }
  addHelpCommands(program);
  return program;
}

const addHelp = "Add --help to see what there is.";

/** Adds `help` to the program and to each group of commands. Commander's own shows other help for a command that there is not. */
function addHelpCommands(command: Command): void {
  if (command.commands.length === 0) {
    return;
  }
  command.commands.forEach(addHelpCommands);
  command
    .helpCommand(false)
    .command("help [command...]")
    .description("show help for a command")
    .action(async (names: string[]) => {
      let found = command;
      for (const name of names) {
        const child = found.commands.find((one) => one.name() === name);
        if (child === undefined && found.commands.length > 0) {
          // It is refused as any unknown command is.
          await found.parseAsync([name], { from: "user" });
        }
        found = child ?? found;
      }
      found.help();
    });
}

/** An option of `history list` is often typed after `history`. The error then says which commands there are. */
function nameCommands(commands: readonly Command[]): void {
  for (const command of commands.filter((one) => one.commands.length > 0)) {
    const names = command.commands.map((one) => one.name()).join(", ");
    command.showHelpAfterError(`\`bowline ${command.name()}\` is followed by one of: ${names}. ${addHelp}`);
  }
}

/** Commander's message about an argument is hard to read. */
const writePlainly = (text: string): string =>
  text
    .replace(/^error: /, "Error: ")
    .replace(/command-argument value ('.*') is invalid for argument '(.*?)'\./s, "$1 cannot be the $2.");

/** @param path the names of the commands that lead to it */
function addExamples(command: Command, path: string[]): void {
  for (const child of command.commands) {
    addExamples(child, [...path, child.name()]);
  }
  const example = examples[path.join(" ")];
  if (example !== undefined) {
    command.addHelpText("after", `\nExample:\n  ${example}`);
  }
}
