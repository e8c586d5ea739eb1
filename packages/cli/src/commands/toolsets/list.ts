import type { Toolset } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export async function listToolsets({ bowline, output, wait }: Session, options: ListOptions): Promise<void> {
  const call = bowline().toolsets.list();
  await wait("Reading the toolsets", () => output.printList(call, toolsetColumns, options));
}

export const toolsetColumns: Columns<Toolset> = {
  id: ({ toolsetId }) => toolsetId,
  name: ({ name }) => name,
  tools: ({ connections }) => connections.reduce((sum, { toolSlugs }) => sum + toolSlugs.length, 0),
  applications: ({ connections }) => [...new Set(connections.map(({ applicationSlug }) => applicationSlug))],
};
