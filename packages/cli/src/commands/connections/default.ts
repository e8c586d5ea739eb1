import type { Session } from "../../session.ts";

export async function setDefault(
  { bowline, output, wait }: Session,
  connectionId: number,
  { clear }: { clear?: boolean },
): Promise<void> {
  if (clear === true) {
    const response = await wait("Saving", () => bowline().connections.clearDefault(connectionId));
    output.printDone(`Connection ${connectionId} is no longer the default.`, response);
    return;
  }
  const response = await wait("Saving", () => bowline().connections.setDefault(connectionId));
  output.printDone(`Connection ${connectionId} is the default for ${response.applicationSlug}.`, response);
}
