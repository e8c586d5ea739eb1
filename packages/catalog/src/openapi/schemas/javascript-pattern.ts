import { compileLinearPattern } from "../../linear-pattern.ts";

/**
 * Converts a pattern to JavaScript's syntax without the `u` flag. Returns null when JavaScript lacks a part of it (inline
 * flags, Unicode properties, POSIX classes, possessive quantifiers) or it cannot run in linear time (lookaround, back
 * references, thousands of counted repetitions).
 */
export function javascriptPattern(pattern: string): string | null {
  // Some generators write /pattern/flags.
  const delimited = /^\/(.*)\/([gimsuy]*)$/s.exec(pattern);
  if (delimited?.[2]?.includes("i")) {
    return null;
  }
  const bare = delimited?.[1] ?? pattern;
  if (/\\[pP]\{|\[\[:\^?[a-z]+:\]|\\u\{|\\[GQEhHRX]/.test(bare)) {
    return null;
  }
  const translated = bare
    .replace(/(?<!\\)((?:\\\\)*)\\A/g, "$1^")
    .replace(/(?<!\\)((?:\\\\)*)\\[zZ]/g, "$1$$");
  const known = usable.get(translated) ?? isUsable(translated);
  usable.set(translated, known);
  return known ? translated : null;
}

/** Whether a pattern is usable. Documents repeat patterns, and compiling one takes milliseconds. */
const usable = new Map<string, boolean>();

function isUsable(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return compileLinearPattern(pattern) !== null;
  } catch {
    return false;
  }
}
