import { RE2JS } from "re2js";

/** A regular expression whose time grows linearly with the length of the text (decisions D75). */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern's source. Different patterns have different sources. */
  toString(): string;
}

/** Longer patterns take too long to compile. So do patterns whose repetitions expand to more instructions. */
const maxLength = 2000;
const maxInstructions = 10_000;

/**
 * Compiles a pattern in JavaScript's syntax. Returns null when it cannot run in linear time (lookaround, back references),
 * is not a regular expression, or is too large. A character is a code point, as with the flag `u`.
 */
export function compileLinearPattern(pattern: string): LinearPattern | null {
  if (pattern.length > maxLength || countRepetitions(pattern) > maxInstructions) {
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

/** Each counted repetition becomes an instruction at least, and finding out how many there are may take seconds. */
function countRepetitions(pattern: string): number {
  let count = 0;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    count += Number(most || least);
  }
  return count;
}

/** JavaScript's `\s` includes characters outside ASCII. */
const spaces =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/** Expands what RE2 and JavaScript read differently: `\s` everywhere, and `\S` outside character classes. */
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
