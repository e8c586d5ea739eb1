/** Whether a value matches a field's regular expression as a whole. The one place where such a pattern is run. */
export const matchesPattern = (pattern: string, value: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(value);
