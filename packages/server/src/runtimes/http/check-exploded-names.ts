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
  const [ownBase] = listBases(own);
  for (const pair of pairs) {
    const written = readPairName(pair);
    const folded = foldName(written);
    const isBaseTaken = (base: string) => base !== own && base !== ownBase && names.has(base);
    const isTaken = names.has(folded) || listBases(folded).some(isBaseTaken);
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

/** The names before each bracket: `a` and `a[b]` of `a[b][c]`. Of a name without brackets, itself. */
function listBases(folded: string): string[] {
  const bases = Array.from(folded.matchAll(/(?<=.)\[/g), ({ index }) => folded.slice(0, index));
  return bases.length === 0 ? [folded] : bases;
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
