import type { Session } from "../../session.ts";
import { toolsetColumns } from "./list.ts";

export async function showToolset({ bowline, output, wait }: Session, toolsetId: string): Promise<void> {
  const toolset = await wait("Reading the toolset", () => bowline().toolsets.get(toolsetId));
  output.printRecord(toolset, {
    ...toolsetColumns,
    approvals: ({ settings }) => settings.approvals,
    connections: ({ connections }) =>
      connections.map(({ connectionId, applicationSlug }) => `${connectionId} (${applicationSlug})`),
    "tool slugs": ({ connections }) => connections.flatMap(({ toolSlugs }) => toolSlugs),
  });
}
