import { estimatePattern } from "./estimate-work.ts";

/** Longer schemas take more than a few milliseconds to compile. */
const maxLength = 48 * 1024;
/** So do those of more parts, such as keywords, which take up to a tenth of a millisecond each, or of many patterns. */
const maxParts = 3000;
const partsOfPattern = 20;

/**
 * Whether compiling a schema holds the event loop for a short time only (decisions D75).
 *
 * @param text the schema as JSON
 */
export const isQuickToCompile = (schema: unknown, text: string): boolean =>
  text.length <= maxLength && countParts(schema) <= maxParts;

function countParts(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  let parts = 0;
  for (const [name, member] of Object.entries(value)) {
    parts += 1 + countParts(member);
    if (name === "pattern" && typeof member === "string") {
      parts += countPattern(member);
    } else if (name === "patternProperties" && typeof member === "object" && member !== null) {
      parts += Object.keys(member).reduce((sum, pattern) => sum + countPattern(pattern), 0);
    }
  }
  return parts;
}

const countPattern = (pattern: string): number => partsOfPattern + estimatePattern(pattern);
