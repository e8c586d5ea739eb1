/** Words of a name that do not say what a tool is about. */
const fillers = new Set("a an the of for to in on by from with and or all your its".split(" "));
/** What a tool is about is said early in its description, or not at all. */
const maxRead = 300;

/**
 * A tool's description for a model, which may not see the tool's name: begins with the name when the description does not say what the tool
 * is about (decisions D50). Many descriptions leave that to the summary, and have only details such as "Sorted by id." An empty
 * description becomes the name.
 */
export const describeForModel = (name: string, description: string): string =>
  name === "" || tellsSubject(description, name) ? description : beginWithName(name, description);

function beginWithName(name: string, description: string): string {
  if (description === "") {
    return name;
  }
  return `${name}${/[.!?]$/.test(name) ? "" : "."} ${description}`;
}

/** Whether a description has at least half of the words behind the name's first one. The first is a verb, which the slug has, too. */
function tellsSubject(description: string, name: string): boolean {
  const told = new Set(listStems(description.slice(0, maxRead)));
  const [, ...subject] = listStems(name);
  const shared = subject.filter((stem) => told.has(stem)).length;
  return description !== "" && shared * 2 >= subject.length;
}

const listStems = (text: string): string[] =>
  text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word))
    .map(findStem);

/** Makes one of the usual forms of an English word: `policies` and `policy`, `keys` and `key`, `listing` and `listed`. */
const findStem = (word: string): string =>
  word.replace(/(?<=\p{L}{3})(?:ies|y)$/u, "i").replace(/(?<=\p{L}{3})(?:ing|es|ed|s|e)$/u, "");
