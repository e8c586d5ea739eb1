import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeConnection(
  session: Session,
  connectionId: number,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(session, `Remove connection ${connectionId} and its credentials?`, yes);
  const response = await wait("Removing", () => bowline().connections.delete(connectionId));
  output.printDone(`Connection ${connectionId} was removed.`, response);
}
