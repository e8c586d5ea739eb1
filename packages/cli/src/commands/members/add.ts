import type { Session } from "../../session.ts";
import { memberColumns } from "./list.ts";

export interface MemberFlags {
  email: string;
  service?: boolean;
  role: "Admin" | "Member";
}

/** Adds a person, and prints the invitation, or a service member. */
export async function addMember(
  { bowline, output, wait }: Session,
  fullName: string,
  { email, service, role }: MemberFlags,
): Promise<void> {
  const kind = service === true ? "service" : "person";
  const member = await wait("Adding the member", () =>
    bowline().members.create({ kind, fullName, email, role }),
  );
  output.printRecord(member, {
    ...memberColumns,
    ...(kind === "person" && { invitation: () => member.invitationUrl }),
  });
}
