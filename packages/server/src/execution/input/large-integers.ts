import { splitPointer } from "@bowline/catalog/json-pointer";
import type { ErrorObject } from "ajv/dist/2020.js";
import { makeExactNumber } from "../../runtimes/exact-number.ts";
import { setOwn } from "../../runtimes/set-own.ts";

type Members = Record<string, unknown>;

/** As JSON writes an integer, and not longer than numbers that a double can be near to. */
const integer = /^-?[1-9]\d{15,308}$/;

/** Whether a value is the digits of an integer that JSON's usual readers would change (decisions D8a). */
export const isLargeInteger = (value: unknown): value is string =>
  typeof value === "string" &&
  integer.test(value) &&
  !Number.isSafeInteger(Number(value)) &&
  Number.isFinite(Number(value));

/** Finds texts that were refused where a number is wanted, and are the digits of large integers. Returns their JSON Pointers. */
export function findLargeIntegers(errors: readonly ErrorObject[], input: unknown): string[] {
  const pointers = new Set<string>();
  for (const { keyword, params, instancePath } of errors) {
    if (
      keyword === "type" &&
      wantsNumber([params.type].flat()) &&
      isLargeInteger(readAt(input, instancePath))
    ) {
      pointers.add(instancePath);
    }
  }
  return [...pointers];
}

const wantsNumber = (types: readonly string[]): boolean =>
  types.includes("integer") || types.includes("number");

function readAt(input: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce<unknown>((value, name) => readOwn(value, name), input);
}

const readOwn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Members)[name]
    : undefined;

/** Makes numbers of the large integers of an input, with all their digits, for a call that sends them. */
export const writeLargeIntegers = (
  input: Readonly<Members>,
  pointers: readonly string[],
): Readonly<Members> => (pointers.length === 0 ? input : replaceAt(input, pointers, makeExactNumber).input);

/** A copy of an input, and the lists and objects that those of the copy were made of. */
export interface CopiedInput {
  input: Members;
  originals: ReadonlyMap<unknown, object>;
}

/**
 * Replaces the large integers of an input. What holds none of them is not copied.
 *
 * @param pointers where a masked input has something else, it is left as it is
 */
export function replaceAt(
  input: Readonly<Members>,
  pointers: readonly string[],
  replace: (digits: string) => unknown,
): CopiedInput {
  const copies = new Map<object, Members>();
  const copy = (original: object): Members => {
    const made =
      copies.get(original) ?? ((Array.isArray(original) ? [...original] : { ...original }) as Members);
    copies.set(original, made);
    return made;
  };
  const whole = copy(input);
  for (const pointer of pointers) {
    const digits = readAt(input, pointer);
    const path = splitPointer(pointer);
    const last = path.pop();
    if (last === undefined || !isLargeInteger(digits)) {
      continue;
    }
    let original: object = input;
    for (const name of path) {
      const nested = (original as Members)[name] as object;
      setOwn(copy(original), name, copy(nested));
      original = nested;
    }
    setOwn(copy(original), last, replace(digits));
  }
  return { input: whole, originals: new Map([...copies].map(([original, made]) => [made, original])) };
}
