import type { Tool } from "@bowline/sdk";
import { plainText } from "./plain-text.ts";

const simplify = (text: string): string => text.trim().replace(/\.$/, "").toLowerCase();

/** The words of a tool's description; empty when they say no more than its name, which is shown beside them. */
export function describeTool({ name, description }: Pick<Tool, "name" | "description">): string {
  const words = plainText(description).trim();
  return simplify(words) === simplify(name) ? "" : words;
}
