import { isDeepStrictEqual } from "node:util";
import type { CatalogTool } from "@bowline/catalog";
import type { FoundChange } from "../db/catalog/application-changes.ts";
import type { PinnedTool } from "../db/catalog/pinned-tools.ts";

/**
 * Finds how a server's tools differ from the pinned ones (decisions D68).
 *
 * @param isCut the server may have more tools than those listed, so that none of the pinned ones is known to be gone
 */
export function findChanges(
  pinned: readonly PinnedTool[],
  listed: readonly CatalogTool[],
  isCut: boolean,
): FoundChange[] {
  const pinnedByKey = new Map(pinned.map((tool) => [tool.operationKey, tool]));
  const listedKeys = new Set(listed.map((tool) => tool.operationKey));
  const found = listed.flatMap((tool): FoundChange[] => {
    const before = pinnedByKey.get(tool.operationKey);
    const pin = readPin(tool);
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
    .filter((tool) => !isCut && !listedKeys.has(tool.operationKey))
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

/** Finds the tools that are declared as they are pinned, but stored in another form, by an earlier version. */
export function findConvertedAnew(
  pinned: readonly PinnedTool[],
  listed: readonly CatalogTool[],
): CatalogTool[] {
  const pinnedByKey = new Map(pinned.map((tool) => [tool.operationKey, tool]));
  return listed.filter((tool) => {
    const before = pinnedByKey.get(tool.operationKey);
    return before?.pin === readPin(tool) && !isDeepStrictEqual(pickMembers(before), pickMembers(tool));
  });
}

const readPin = ({ binding }: CatalogTool): string => (binding.kind === "mcp" ? binding.pin : "");

type DescribedTool = Pick<
  PinnedTool,
  "name" | "description" | "annotations" | "inputSchema" | "outputSchema"
>;

const describe = (tool: DescribedTool): string => JSON.stringify(pickMembers(tool));

const pickMembers = ({
  name,
  description,
  annotations,
  inputSchema,
  outputSchema,
}: DescribedTool): DescribedTool => ({ name, description, annotations, inputSchema, outputSchema });
