import type { Member } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export async function listMembers({ bowline, output, wait }: Session, options: ListOptions): Promise<void> {
  await wait("Reading the members", () => output.printList(bowline().members.list(), memberColumns, options));
}

export const memberColumns: Columns<Member> = {
  id: ({ accountUserId }) => accountUserId,
  name: ({ fullName }) => fullName,
  email: ({ email }) => email,
  kind: ({ kind }) => kind,
  role: ({ role }) => role,
};
