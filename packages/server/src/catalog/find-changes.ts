import type { CatalogTool } from "@bowline/catalog";
import type { FoundChange } from "../db/application-changes.ts";
import type { PinnedTool } from "../db/pinned-tools.ts";

/** Finds how a server's tools differ from the pinned ones (decisions D68). */
export function findChanges(pinned: readonly PinnedTool[], listed: readonly CatalogTool[]): FoundChange[] {
  const pinnedByKey = new Map(pinned.map((tool) => [tool.operationKey, tool]));
  const listedKeys = new Set(listed.map((tool) => tool.operationKey));
  const found = listed.flatMap((tool): FoundChange[] => {
    const before = pinnedByKey.get(tool.operationKey);
    const pin = tool.binding.kind === "mcp" ? tool.binding.pin : "";
    if (before?.pin === pin) {
      return [];
    }
    const { operationKey, slug } = tool;
    const change = { operationKey, toolSlug: slug, pin, after: describe(tool), tool };
    return [
      before === undefined
        ? { ...change, kind: "added", before: null }
        : { ...change, kind: "changed", before: describe(before) },
    ];
  });
  const gone = pinned
    .filter((tool) => !listedKeys.has(tool.operationKey))
    .map(
      (tool): FoundChange => ({
        operationKey: tool.operationKey,
        toolSlug: tool.slug,
        kind: "removed",
        pin: "",
        before: describe(tool),
        after: null,
        tool: null,
      }),
    );
  return [...found, ...gone];
}

function describe(
  tool: Pick<PinnedTool, "name" | "description" | "annotations" | "inputSchema" | "outputSchema">,
): string {
  const { name, description, annotations, inputSchema, outputSchema } = tool;
  return JSON.stringify({ name, description, annotations, inputSchema, outputSchema });
}
