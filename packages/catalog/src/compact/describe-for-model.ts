import { foldWord, splitCase, splitWords, toTerm } from "../search/split-words.ts";
import { readSentences } from "./compact-text.ts";

/** Words of a name that do not say what a tool is about. */
const fillers = new Set("a an the of for to in on by from with and or all your its".split(" "));

/**
 * A tool's description for a model, which may not see the tool's name: begins with the name when the description's first sentence does not
 * say what the tool is about (decisions D50). Many descriptions leave that to the summary, and have only details such as "Oldest first. A
 * key for one toolset sees only that." An empty description becomes the name. A deprecated tool says so first, so that a model takes
 * another one where there is one (decisions D61).
 */
export function describeForModel(name: string, description: string, isDeprecated = false): string {
  const told =
    name === "" || tellsSubject(description, name) ? description : beginWithName(name, description);
  return isDeprecated && !beginsAsDeprecated.test(told) ? `Deprecated. ${told}` : told;
}

const beginsAsDeprecated = /^\W*deprecated\b/i;

function beginWithName(name: string, description: string): string {
  if (description === "") {
    return name;
  }
  return `${name}${/[.!?]$/.test(name) ? "" : "."} ${description}`;
}

/**
 * Whether a description begins with the name, or its first sentence has at least half of the words behind the name's first one. The first
 * word is a verb, which the slug has, too. A later sentence may name the subject in passing. A deprecation is no sentence here.
 */
function tellsSubject(description: string, name: string): boolean {
  // A name that was made of the description may be cut.
  if (description.toLowerCase().startsWith(name.replace(/…$/, "").toLowerCase())) {
    return true;
  }
  const read = beginsAsDeprecated.test(description) ? 2 : 1;
  const told = new Set(listStems(readSentences(description).slice(0, read).join(" ")));
  const [, ...subject] = listStems(name);
  const shared = subject.filter((stem) => told.has(stem)).length;
  return description !== "" && shared * 2 >= subject.length;
}

const listStems = (text: string): string[] =>
  splitWords(text)
    .flatMap((word) => {
      const parts = splitCase(word);
      return parts.length > 0 ? parts : [word];
    })
    .map(foldWord)
    .filter((word) => !fillers.has(word))
    .map(toTerm);
