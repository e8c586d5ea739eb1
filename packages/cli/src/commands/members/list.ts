import type { Member } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export async function listMembers(
  { bowline, output, wait }: Session,
  { search, ...options }: ListOptions & { search?: string },
): Promise<void> {
  const call = bowline().members.list({ search });
  await wait("Reading the members", () => output.printList(call, memberColumns, options));
}

export const memberColumns: Columns<Member> = {
  id: ({ accountUserId }) => accountUserId,
  name: ({ fullName }) => fullName,
  email: ({ email }) => email,
  kind: ({ kind }) => kind,
  role: ({ role }) => role,
};
