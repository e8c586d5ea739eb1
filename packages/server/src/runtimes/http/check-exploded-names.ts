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
  for (const pair of pairs) {
    const written = decode(pair.split("=", 1)[0] ?? "");
    const key = written.toLowerCase();
    if (key !== name.toLowerCase() && names.has(key)) {
      throw inputError(input, `must not have the member "${written}", which is an input of its own.`);
    }
  }
}

/** The names in the form that `checkExplodedNames` compares. */
export const listTakenNames = (parameters: readonly { name: string }[]): ReadonlySet<string> =>
  new Set(parameters.map(({ name }) => name.toLowerCase()));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An input that keeps its own percent-encoding may hold bytes that are no text.
    return text;
  }
}
