import type { ToolsetSettings } from "@bowline/sdk";
import type { Session } from "../../session.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";
import { toolsetColumns } from "./list.ts";

export interface CreateFlags extends ToolChoice {
  approvals?: ToolsetSettings["approvals"];
}

export async function createToolset(
  { bowline, output, wait }: Session,
  name: string,
  { approvals, ...choice }: CreateFlags,
): Promise<void> {
  const toolset = await wait("Creating the toolset", async () =>
    bowline().toolsets.create({
      name,
      connections: await chooseTools(bowline(), choice),
      ...(approvals !== undefined && { settings: { approvals } }),
    }),
  );
  output.printRecord(toolset, toolsetColumns);
}
