import type { Command } from "commander";
import type { ConnectFlags } from "../commands/connect.ts";
import type { ListOptions } from "../output/output.ts";
import { limitOption } from "./limit-option.ts";
import { collectOne, readNumber } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `connect` and `connections`. Help lists the commands in the order in which they are added. */
export function addConnectionCommands(program: Command): void {
  addConnect(program);
  const connections = program.command("connections").description("your connections to applications");
  addListAndShow(connections);
  addTestAndDefault(connections);
  addRefreshAndRemove(connections);
}

function addConnect(program: Command): void {
  program
    .command("connect <application>")
    .description("connect an account: enter a key, or sign in at the application")
    .option("--method <method>", "id, type or name of the method")
    .option("--environment <name>", "the application's environment")
    .option("--name <name>", "the connection's name")
    .option("--field <name=value>", "a field that is not a secret", collectOne, [])
    .option("--default", "make it the default for the application")
    .option("--connection <id>", "authorize this connection again", readNumber)
    .option("--no-browser", "only print the link")
    .action(
      withSession(async (session, slug: string, flags: ConnectFlags) =>
        (await import("../commands/connect.ts")).connect(session, slug, flags),
      ),
    );
}

function addListAndShow(connections: Command): void {
  connections
    .command("list")
    .description("list your connections")
    .option("--app <slug>", "only those to the application")
    .option("--search <text>", "only those that fit")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions & { app?: string; search?: string }) =>
        (await import("../commands/connections/list.ts")).listConnections(session, options),
      ),
    );
  connections
    .command("show")
    .description("show a connection")
    .argument("<id>", "the connection", readNumber)
    .action(
      withSession(async (session, id: number) =>
        (await import("../commands/connections/show.ts")).showConnection(session, id),
      ),
    );
}

function addTestAndDefault(connections: Command): void {
  connections
    .command("test")
    .description("test a connection's credentials at the application")
    .argument("<id>", "the connection", readNumber)
    .action(
      withSession(async (session, id: number) =>
        (await import("../commands/connections/test.ts")).testConnection(session, id),
      ),
    );
  connections
    .command("default")
    .description("make a connection the default for its application")
    .argument("<id>", "the connection", readNumber)
    .option("--clear", "make it no longer the default")
    .action(
      withSession(async (session, id: number, options: { clear?: boolean }) =>
        (await import("../commands/connections/default.ts")).setDefault(session, id, options),
      ),
    );
}

function addRefreshAndRemove(connections: Command): void {
  connections
    .command("refresh")
    .description("read again what a connection gives access to")
    .argument("<id>", "the connection", readNumber)
    .option("--no-wait", "do not wait for the end")
    .action(
      withSession(async (session, id: number, options: { wait: boolean }) =>
        (await import("../commands/connections/refresh.ts")).refreshConnection(session, id, options),
      ),
    );
  connections
    .command("remove")
    .description("remove a connection and its credentials")
    .argument("<id>", "the connection", readNumber)
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, id: number, options: { yes?: boolean }) =>
        (await import("../commands/connections/remove.ts")).removeConnection(session, id, options),
      ),
    );
}
