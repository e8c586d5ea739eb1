import { splitPointer } from "@bowline/catalog";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { isObject } from "../../runtimes/is-object.ts";

const maxRounds = 10;

/**
 * Removes the members that do not fit a schema, from the object itself.
 *
 * @param validate of a schema that an empty object fits
 * @returns the object, or an empty one
 */
export function fitObject(
  output: Record<string, unknown>,
  validate: ValidateFunction,
): Record<string, unknown> {
  try {
    return removeUnfit(output, validate);
  } catch (error) {
    if (error instanceof RangeError) {
      // The schema refers to itself for the same value.
      return {};
    }
    throw error;
  }
}

function removeUnfit(output: Record<string, unknown>, validate: ValidateFunction): Record<string, unknown> {
  for (let round = 0; round < maxRounds; round++) {
    if (validate(output)) {
      return output;
    }
    const errors = validate.errors ?? [];
    // The errors of single alternatives come before the one of the union.
    const own = errors.filter(({ keyword }) => keyword !== "anyOf");
    if (!removeAll(output, own.length > 0 ? own : errors)) {
      return {};
    }
  }
  return {};
}

/** Removes each member with an error, or the next one around it. False: an error is not inside a member. */
function removeAll(output: Record<string, unknown>, errors: readonly ErrorObject[]): boolean {
  return errors.every(({ instancePath }) => removeMember(output, splitPointer(instancePath)));
}

function removeMember(output: Record<string, unknown>, parts: readonly string[]): boolean {
  let holder: unknown = output;
  let found: { object: Record<string, unknown>; name: string } | null = null;
  for (const part of parts) {
    if (isObject(holder)) {
      found = { object: holder, name: part };
    }
    const next: unknown =
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, part)
        ? (holder as Record<string, unknown>)[part]
        : undefined;
    holder = next;
  }
  if (found === null) {
    return false;
  }
  delete found.object[found.name];
  return true;
}
