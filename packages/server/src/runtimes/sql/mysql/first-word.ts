const blank = String.raw`[ \t\r\n\v\f(]`;
const lineComment = String.raw`(?:--(?:[ \t][^\n]*)?|#[^\n]*)\n`;
/** Not one that has code in it for the database. */
const comment = String.raw`\/\*(?![!+M])(?:[^*]|\*(?!\/))*\*\/`;
/** A longer name, or a label as in `show$: BEGIN`, is another word for the database. */
const noName = String.raw`(?![\w$:\u{80}-\u{10ffff}])`;
const firstWord = new RegExp(`^(?:${blank}|${lineComment}|${comment})*([a-z]+)${noName}`, "iu");

/**
 * Reads the first word of a statement, in small letters, exactly as MySQL and MariaDB do. Everything that could mean something else to
 * them counts as no word.
 *
 * @returns empty when the statement begins with something else
 */
export const readFirstWord = (statement: string): string =>
  firstWord.exec(statement)?.[1]?.toLowerCase() ?? "";
