import { type Command, Option } from "commander";
import type { KeyFlags } from "../commands/keys/create.ts";
import type { MemberFlags } from "../commands/members/add.ts";
import type { EditMemberFlags } from "../commands/members/edit.ts";
import type { ListOptions } from "../output/output.ts";
import { limitOption } from "./limit-option.ts";
import { readFutureTime, readNumber } from "./read-option.ts";
import { withSession } from "./with-session.ts";

/** Adds `keys`, `grants` and `members`. */
export function addCompanyCommands(program: Command): void {
  addKeys(program.command("keys").description("API keys"));
  addGrants(program.command("grants").description("programs that may act for you"));
  addMembers(program.command("members").description("people and services of the company"));
}

function addKeys(keys: Command): void {
  keys
    .command("list")
    .description("list your API keys")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions) =>
        (await import("../commands/keys/list.ts")).listKeys(session, options),
      ),
    );
  keys
    .command("create <name>")
    .description("create an API key and print it, once")
    .option("--toolset <id>", "it may only use this toolset")
    .option("--read-only", "it may only read")
    .option(
      "--expires <time>",
      "it is invalid after this time: like 2030-03-01T09:30:00Z, 2030-03-01, or how long from now: 2h, 7d",
      (text) => readFutureTime(text, new Date()),
    )
    .option("--member <id>", "the service member that it is for", readNumber)
    .action(
      withSession(async (session, name: string, flags: KeyFlags) =>
        (await import("../commands/keys/create.ts")).createKey(session, name, flags),
      ),
    );
  keys
    .command("remove")
    .description("remove an API key")
    .argument("<id>", "the key's id", readNumber)
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, id: number, options: { yes?: boolean }) =>
        (await import("../commands/keys/remove.ts")).removeKey(session, id, options),
      ),
    );
}

function addGrants(grants: Command): void {
  grants
    .command("list")
    .description("list the programs that may act for you, or as an Admin for anybody in the company")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions) =>
        (await import("../commands/grants/list.ts")).listGrants(session, options),
      ),
    );
  grants
    .command("remove")
    .description("withdraw what a program may do")
    .argument("<id>", "the grant's id", readNumber)
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, id: number, options: { yes?: boolean }) =>
        (await import("../commands/grants/remove.ts")).removeGrant(session, id, options),
      ),
    );
}

const roleOption = () => new Option("--role <role>", "the role").choices(["Admin", "Member"]);

function addMembers(members: Command): void {
  members
    .command("list")
    .description("list the members")
    .option("--search <text>", "only those that fit")
    .addOption(limitOption())
    .action(
      withSession(async (session, options: ListOptions & { search?: string }) =>
        (await import("../commands/members/list.ts")).listMembers(session, options),
      ),
    );
  members
    .command("add <name>")
    .description("add a person, and print the invitation, or a service")
    .requiredOption("--email <address>", "the e-mail address")
    .option("--service", "a service instead of a person")
    .addOption(roleOption().default("Member"))
    .action(
      withSession(async (session, name: string, flags: MemberFlags) =>
        (await import("../commands/members/add.ts")).addMember(session, name, flags),
      ),
    );
  members
    .command("edit")
    .description("change a member's role, or a service's name and e-mail")
    .argument("<id>", "the member", readNumber)
    .option("--name <name>", "the new name")
    .option("--email <address>", "the new e-mail address")
    .addOption(roleOption())
    .action(
      withSession(async (session, id: number, flags: EditMemberFlags) =>
        (await import("../commands/members/edit.ts")).editMember(session, id, flags),
      ),
    );
  members
    .command("invite")
    .description("make a new invitation for a person")
    .argument("<id>", "the member", readNumber)
    .action(
      withSession(async (session, id: number) =>
        (await import("../commands/members/invite.ts")).inviteMember(session, id),
      ),
    );
  members
    .command("remove")
    .description("remove a member")
    .argument("<id>", "the member", readNumber)
    .option("--yes", "do not ask")
    .action(
      withSession(async (session, id: number, options: { yes?: boolean }) =>
        (await import("../commands/members/remove.ts")).removeMember(session, id, options),
      ),
    );
}
