import type { Conflict } from "../../parts/changed-elsewhere.tsx";
import { type Edited, isSamePart, listConflicts } from "../../parts/edited.ts";
import { approvalRuleNames } from "./approval-rule.ts";
import type { Draft } from "./draft.ts";

const mostNames = 5;

const nameParts: Record<keyof Draft, string> = {
  connections: "Tools",
  tools: "Names, descriptions and fixed inputs",
  approvals: "Approvals",
};

/** Describes the parts that were changed here and elsewhere: what either of them does to what both began with. */
export const describeConflicts = ({ draft, base }: Edited<Draft>, saved: Draft): Conflict[] =>
  listConflicts({ draft, base }, saved).map((part) => ({
    name: nameParts[part],
    theirs: describeChange(part, base, saved),
    mine: describeChange(part, base, draft),
  }));

function describeChange(part: keyof Draft, before: Draft, after: Draft): string {
  switch (part) {
    case "connections":
      return describeTools(listTools(before), listTools(after));
    case "tools":
      return `changes ${listNames(listChangedWords(before, after))}`;
    case "approvals":
      return describeRule(after.approvals);
  }
}

export const describeRule = (rule: Draft["approvals"]): string =>
  Array.isArray(rule) ? listNames(rule) : approvalRuleNames[rule];

/** A tool may be chosen of several connections. */
const listTools = ({ connections }: Draft): Map<string, string> =>
  new Map(
    connections.flatMap(({ connectionId, toolSlugs }) =>
      [...toolSlugs].map((slug) => [`${connectionId} ${slug}`, slug] as const),
    ),
  );

function describeTools(before: Map<string, string>, after: Map<string, string>): string {
  const added = [...after].filter(([key]) => !before.has(key)).map(([, slug]) => slug);
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, slug]) => slug);
  const parts = [
    ...(added.length > 0 ? [`adds ${listNames(added)}`] : []),
    ...(removed.length > 0 ? [`removes ${listNames(removed)}`] : []),
  ];
  return parts.length === 0 ? "other connections without tools" : parts.join(", ");
}

const listChangedWords = (before: Draft, after: Draft): string[] =>
  [...new Set([...Object.keys(before.tools), ...Object.keys(after.tools)])].filter(
    (slug) => !isSamePart(slug, before.tools, after.tools),
  );

const listNames = (names: readonly string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(", ")} and ${(names.length - mostNames).toLocaleString("en")} more`
    : names.join(", ");
