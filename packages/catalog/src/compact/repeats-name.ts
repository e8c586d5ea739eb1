/** Words that tell a model nothing beside the name of a member. */
const fillers = new Set(
  "a an the of for to this its is and or name unique identifier id number value given specified results fetch return".split(
    " ",
  ),
);

/** Whether a text has no word that the name of what it describes does not have, if only as an abbreviation: `org` for organization. */
export function repeatsName(text: string, name: string): boolean {
  const known = listWords(name);
  const isKnown = (word: string) =>
    known.some((one) => word === one || word === `${one}s` || (one.length > 2 && word.startsWith(one)));
  return name !== "" && listWords(text).every((word) => fillers.has(word) || isKnown(word));
}

const listWords = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
