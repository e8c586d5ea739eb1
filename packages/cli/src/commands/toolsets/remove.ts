import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeToolset(
  session: Session,
  toolsetId: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(session, `Remove toolset ${toolsetId}? Agents that use it lose their tools.`, yes);
  const response = await wait("Removing", () => bowline().toolsets.delete(toolsetId));
  output.printDone(`Toolset ${toolsetId} was removed.`, response);
}
