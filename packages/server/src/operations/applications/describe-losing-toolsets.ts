import type { LosingToolset } from "../../db/catalog/losing-toolsets.ts";

const maxNamed = 5;

/**
 * Says which toolsets permit tools that an import has removed. The caller's own are named. Others' are only counted, as nobody sees
 * another member's toolsets (decisions D24).
 */
export function describeLosingToolsets(toolsets: readonly LosingToolset[], accountUserId: number): string[] {
  const own = toolsets.filter((toolset) => toolset.accountUserId === accountUserId);
  const others = toolsets.length - own.length;
  return [
    ...own.map(
      ({ name, toolSlugs }) =>
        `The toolset ${JSON.stringify(name)} permits what is no longer a tool: ${listSlugs(toolSlugs)}`,
    ),
    ...(others === 0 ? [] : [describeOthers(others)]),
  ];
}

const describeOthers = (count: number): string =>
  count === 1
    ? "1 toolset of another member permits what is no longer a tool"
    : `${count} toolsets of other members permit what is no longer a tool`;

function listSlugs(slugs: readonly string[]): string {
  const more = slugs.length - maxNamed;
  return slugs.slice(0, maxNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
