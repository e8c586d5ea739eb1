import type { Tool, Toolset } from "@bowline/sdk";
import { readHint } from "../../parts/filter-tools.ts";

type ApprovalRule = Toolset["settings"]["approvals"];
type HintedTool = Pick<Tool, "slug" | "annotations">;

/** Which calls a person approves first, in the words of the settings. */
export const approvalRuleNames = {
  none: "None",
  destructive: "Destructive tools",
  writes: "All tools that write",
  all: "All tools",
} as const;

/** Whether a rule holds back the calls of a tool (decisions D66). */
export function isHeldBack(rule: ApprovalRule, tool: HintedTool): boolean {
  switch (rule) {
    case "none":
      return false;
    case "destructive":
      return readHint(tool) === "destructive";
    case "writes":
      return readHint(tool) !== "read";
    case "all":
      return true;
    default:
      return rule.includes(tool.slug);
  }
}

/**
 * Returns a rule that holds back a tool, or does not. A rule of a group becomes a list of tools.
 *
 * @param chosen all tools of the toolset
 */
export function holdBack(
  rule: ApprovalRule,
  tool: HintedTool,
  isWanted: boolean,
  chosen: readonly HintedTool[],
): ApprovalRule {
  if (isHeldBack(rule, tool) === isWanted) {
    return rule;
  }
  const held = Array.isArray(rule)
    ? rule
    : chosen.filter((one) => isHeldBack(rule, one)).map(({ slug }) => slug);
  const others = held.filter((slug) => slug !== tool.slug);
  const list = isWanted ? [...others, tool.slug] : others;
  return list.length === 0 ? "none" : list;
}
