import { compileLinearPattern } from "@bowline/catalog";

/**
 * Whether a whole value matches a field's regular expression. The expression may come from an imported document, so it runs in
 * linear time. One that cannot matches nothing (decisions D75).
 */
export const matchesPattern = (pattern: string, value: string): boolean =>
  compileLinearPattern(`^(?:${pattern})$`)?.test(value) ?? false;
