/** Quotes a path for a command that is printed. It may hold spaces, such as that of macOS's Application Support. */
export const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
