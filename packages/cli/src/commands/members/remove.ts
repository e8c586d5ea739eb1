import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeMember(
  session: Session,
  accountUserId: number,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(
    session,
    `Remove member ${accountUserId} with its connections, toolsets and keys?`,
    yes,
  );
  const response = await wait("Removing", () => bowline().members.delete(accountUserId));
  output.printDone(`Member ${accountUserId} was removed.`, response);
}
