/** The parameters of a statement in the order in which they are written: `?`, or a name with its sign such as `$1`. */
export function listParameters(sql: string): string[] {
  return Array.from(sql.matchAll(tokens), ([token]) => token).filter((token) => /^[?$:@]/.test(token));
}

/** Whether a text holds nothing but white space, comments and semicolons. */
export function isBlank(sql: string): boolean {
  return sql.replaceAll(tokens, (token) => (/^(?:--|\/\*)/.test(token) ? "" : token)).search(/[^\s;]/) < 0;
}

/**
 * SQLite's comments, texts, quoted names and parameters. What is not closed goes to the end, as SQLite reads it. A sign within a name
 * (`a$1`) is no parameter. Each alternative ends where it cannot go on, so the time is linear.
 */
const tokens =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|\?\d*|[$:@][\w$\u0080-\uffff]+|[\w$\u0080-\uffff]+/g;
