import { isObject } from "../is-object.ts";
import { inputError } from "../request-build-error.ts";

/**
 * An object that is written as several parameters must not set a parameter that is an input of its own: the application would get
 * two values, and a value that a toolset presets could be replaced (decisions D65). Names are compared as lenient applications do.
 *
 * @param names the names on the wire of all parameters in the same place
 * @throws RequestBuildError
 */
export function checkExplodedNames(
  { input, name }: { input: string; name: string },
  value: unknown,
  pairs: readonly string[],
  names: ReadonlySet<string>,
): void {
  if (!isObject(value)) {
    return;
  }
  const own = foldName(name);
  const ownBase = own.slice(0, findBracket(own));
  const bases = [...names].filter((one) => one !== "" && one !== own && one !== ownBase);
  for (const pair of pairs) {
    const written = readPairName(pair);
    const folded = foldName(written);
    // Not the beginnings of the name: it may have any number of brackets (decisions D75).
    const isBelow = (base: string) => folded.startsWith(base) && folded[base.length] === "[";
    const isTaken = names.has(folded) || (folded.includes("[") && bases.some(isBelow));
    if (folded !== own && isTaken) {
      throw inputError(input, `must not have the member "${written}", which is a parameter of its own.`);
    }
  }
}

/**
 * The names in the form that `checkExplodedNames` compares. `a`, `a[]` and `a[b]` are one parameter to PHP and others.
 *
 * @param pairs what the path's own query says
 */
export const listTakenNames = (
  parameters: readonly { name: string }[],
  pairs: readonly string[] = [],
): ReadonlySet<string> =>
  new Set(
    [...parameters.map(({ name }) => name), ...pairs.map(readPairName)].map((name) =>
      foldName(name).replace(/(?<=.)\[\]$/, ""),
    ),
  );

const readPairName = (pair: string): string => decode(pair.split("=", 1)[0] ?? "");

/** Where the first bracket behind a name is; the name's end when there is none. */
function findBracket(folded: string): number {
  const at = folded.indexOf("[", 1);
  return at < 0 ? folded.length : at;
}

/**
 * In PHP, a name has no white space before it and ends at a NUL. Other white space, points, and the first bracket if nothing closes it are
 * underscores.
 */
function foldName(name: string): string {
  if (plainName.test(name)) {
    return name.toLowerCase();
  }
  const [read = ""] = name.normalize("NFKC").split("\0", 1);
  const folded = read.trim().toLowerCase().replace(/[\s.]/g, "_");
  const at = folded.indexOf("[");
  return at < 0 || folded.includes("]", at) ? folded : `${folded.slice(0, at)}_${folded.slice(at + 1)}`;
}

const plainName = /^[\w\]-]*$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An input that keeps its own percent-encoding may hold bytes that are no text.
    return text;
  }
}
