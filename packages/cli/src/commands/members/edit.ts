import type { Session } from "../../session.ts";
import { checkChange } from "../check-change.ts";
import { memberColumns } from "./list.ts";

export interface EditMemberFlags {
  name?: string;
  email?: string;
  role?: "Admin" | "Member";
}

export async function editMember(
  { bowline, output, wait }: Session,
  accountUserId: number,
  { name, email, role }: EditMemberFlags,
): Promise<void> {
  const change = { fullName: name, email, role };
  checkChange(change, "--role");
  const member = await wait("Saving the member", () => bowline().members.update(accountUserId, change));
  output.printRecord(member, memberColumns);
}
