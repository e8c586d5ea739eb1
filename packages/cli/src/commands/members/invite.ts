import type { Session } from "../../session.ts";

/** Makes a new invitation; the old one no longer works. */
export async function inviteMember({ bowline, output, wait }: Session, accountUserId: number): Promise<void> {
  const invitation = await wait("Making the invitation", () =>
    bowline().members.createInvitation(accountUserId),
  );
  output.printRecord(invitation, { invitation: ({ invitationUrl }) => invitationUrl });
}
