import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeKey(
  session: Session,
  apiKeyId: number,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(session, `Remove key ${apiKeyId}? Whatever uses it stops working.`, yes);
  const response = await wait("Removing", () => bowline().apiKeys.delete(apiKeyId));
  output.printDone(`Key ${apiKeyId} was removed.`, response);
}
