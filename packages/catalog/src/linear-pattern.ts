import { RE2JS } from "re2js";

/** A regular expression that takes time in proportion to the text, whatever it and the text are (decisions D75). */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern as it was written: two patterns that differ have different texts. */
  toString(): string;
}

/** Longer patterns, and those whose repetitions make more than so many instructions, need too much time to be prepared. */
const maxLength = 2000;
const maxInstructions = 10_000;

/**
 * Compiles a pattern of a document, as JavaScript writes it. Null when it cannot run in linear time (lookaround,
 * back references), is no regular expression, or is too large. Characters are counted by code points, as with the flag `u`.
 */
export function compileLinearPattern(pattern: string): LinearPattern | null {
  if (pattern.length > maxLength) {
    return null;
  }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(translateClasses(pattern)));
    if (compiled.programSize() > maxInstructions) {
      return null;
    }
    return { test: (text) => compiled.test(text), toString: () => pattern };
  } catch {
    return null;
  }
}

/** `\s` is more than ASCII in JavaScript. */
const spaces =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/** Writes out what RE2 reads otherwise than JavaScript: `\s` and `\S` outside of classes, `\s` in them. */
function translateClasses(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === "[" || token === "]") {
      isInClass = token === "[";
      return token;
    }
    if (token === "\\s") {
      return isInClass ? spaces : `[${spaces}]`;
    }
    return token === "\\S" && !isInClass ? `[^${spaces}]` : token;
  });
}
