/** Quotes a word for a shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Writes JSON as the standard input of a command. The shell puts the content of the files in, which is too long for an argument.
 *
 * @param files the names of the files, by the texts that stand for their content
 */
export function writeHereDocument(json: string, files: ReadonlyMap<string, string>): string {
  const guard = (text: string) => text.replaceAll(/[\\$`]/g, "\\$&");
  let text = guard(json);
  for (const [stand, name] of files) {
    const inJson = guard(JSON.stringify(stand).slice(1, -1));
    text = text.replaceAll(inJson, () => `$(base64 < ${quote(name)} | tr -d '\\n')`);
  }
  return `<<EOF\n${text}\nEOF`;
}
