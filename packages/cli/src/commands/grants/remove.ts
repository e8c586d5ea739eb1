import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeGrant(
  session: Session,
  grantId: number,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(session, `Withdraw grant ${grantId}? The program's next call is refused.`, yes);
  const response = await wait("Withdrawing", () => bowline().grants.delete(grantId));
  output.printDone(`Grant ${grantId} was withdrawn.`, response);
}
