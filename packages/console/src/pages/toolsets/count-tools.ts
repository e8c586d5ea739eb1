import type { Toolset } from "@bowline/sdk";

/** The number of tools that a toolset permits. */
export const countTools = ({ connections }: Pick<Toolset, "connections">): number =>
  connections.reduce((sum, { toolSlugs }) => sum + toolSlugs.length, 0);
