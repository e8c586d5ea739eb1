import { compileLinearPattern } from "@bowline/catalog";

/**
 * Whether a value matches a field's regular expression as a whole. The one place where such a pattern is run: it may be an imported
 * document's, and takes linear time; one that cannot fits nothing (decisions D75).
 */
export const matchesPattern = (pattern: string, value: string): boolean =>
  compileLinearPattern(`^(?:${pattern})$`)?.test(value) ?? false;
