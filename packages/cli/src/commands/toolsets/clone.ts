import type { Session } from "../../session.ts";
import { toolsetColumns } from "./list.ts";

export async function cloneToolset(
  { bowline, output, wait }: Session,
  toolsetId: string,
  name: string,
): Promise<void> {
  const clone = await wait("Copying the toolset", async () => {
    const { connections, workflows, settings } = await bowline().toolsets.get(toolsetId);
    return await bowline().toolsets.create({ name, connections, workflows, settings });
  });
  output.printRecord(clone, toolsetColumns);
}
