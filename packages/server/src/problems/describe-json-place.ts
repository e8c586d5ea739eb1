/**
 * Says where a text stops being JSON, in words that follow "is not valid JSON": `: look at line 2, column 5`. Empty when the parser does
 * not tell. The parser's own message quotes the text, which may hold a secret.
 *
 * @param error of `JSON.parse`
 */
export function describeJsonPlace(error: unknown): string {
  const message = String(error);
  if (/end of JSON input|Unterminated/.test(message)) {
    return ": it ends too early";
  }
  const [, token] = /^SyntaxError: Unexpected token '(.)'/u.exec(message) ?? [];
  if (token !== undefined) {
    return `: unexpected character ${token}`;
  }
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined ? "" : `: look at line ${line}, column ${column}`;
}
