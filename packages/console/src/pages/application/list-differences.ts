import { escapeHidden } from "@bowline/contract/hidden-characters";
import type { ApplicationChange } from "@bowline/sdk";
import { writeVisibleJson } from "../../parts/show-hidden.ts";

type ToolState = ApplicationChange["before"];

/** A member of a tool that a change concerns. */
export interface Difference {
  title: string;
  /** One for each state in which the tool exists, the earlier first. */
  texts: { when: "Before" | "Now"; text: string }[];
}

const members = [
  ["name", "Name"],
  ["description", "Description"],
  ["annotations", "Hints"],
  ["inputSchema", "Input"],
  ["outputSchema", "Output"],
] as const;

/**
 * Lists what differs between two states of a tool. Of a tool that is new, these are all members that say something; of one that has
 * gone, it is its description.
 */
export function listDifferences(before: ToolState, after: ToolState): Difference[] {
  const compared = after === null ? members.filter(([member]) => member === "description") : members;
  return compared.flatMap(([member, title]) => {
    const texts = [
      { when: "Before" as const, text: before && write(before[member]) },
      { when: "Now" as const, text: after && write(after[member]) },
    ].flatMap(({ when, text }) => (text === null ? [] : [{ when, text }]));
    const [first, second] = texts;
    const isSaid = texts.length === 1 && first !== undefined && !["", "{}"].includes(first.text);
    return isSaid || (second !== undefined && first?.text !== second.text) ? [{ title, texts }] : [];
  });
}

const write = (value: string | object): string =>
  typeof value === "string" ? escapeHidden(value) : writeVisibleJson(value);
