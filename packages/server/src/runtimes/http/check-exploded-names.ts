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
  const ownBase = readBase(own);
  for (const pair of pairs) {
    const written = readPairName(pair);
    const folded = foldName(written);
    const base = readBase(folded);
    const isTaken = names.has(folded) || (base !== ownBase && names.has(base));
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

/** The name before the first bracket. */
function readBase(folded: string): string {
  const bracket = folded.indexOf("[");
  return bracket > 0 ? folded.slice(0, bracket) : folded;
}

/** In PHP, a name has no white space before it, and other white space and points are underscores. */
const foldName = (name: string): string =>
  plainName.test(name)
    ? name.toLowerCase()
    : name.normalize("NFKC").trim().toLowerCase().replace(/[\s.]/g, "_");
const plainName = /^[\w[\]-]*$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An input that keeps its own percent-encoding may hold bytes that are no text.
    return text;
  }
}
