import type { ValidateFunction } from "ajv/dist/2020.js";
import type { Problem } from "../../api-error.ts";
import { describeProblems } from "./describe-problems.ts";
import { noteOriginals } from "./exact-keywords.ts";
import { findLargeIntegers, replaceAt } from "./large-integers.ts";

/** What a check has found. */
export interface CheckedInput {
  /** Empty: the input is valid. */
  problems: readonly Problem[];
  /** JSON Pointers of the texts that are sent as numbers (decisions D8a). */
  largeIntegers: readonly string[];
}

/** The compiled forms of one schema. */
export interface CompiledSchema {
  validate: ValidateFunction;
  /** Compiles the form that compares all digits of large integers. Few inputs need it. */
  compileExact(): ValidateFunction;
}

/** The result for most inputs. */
const valid: CheckedInput = { problems: [], largeIntegers: [] };

/**
 * Checks an input. One that is refused for texts where numbers are wanted is checked again with the large integers among them as numbers
 * (decisions D8a); a valid input costs nothing for that.
 *
 * @param isValid runs a compiled schema
 */
export function checkInput(
  { validate, compileExact }: CompiledSchema,
  input: Record<string, unknown>,
  subItemNames: ReadonlySet<string>,
  isValid: (validate: ValidateFunction, input: unknown) => boolean = (run, value) => run(value),
): CheckedInput {
  if (isValid(validate, input)) {
    return valid;
  }
  const largeIntegers = findLargeIntegers(validate.errors ?? [], input);
  if (largeIntegers.length === 0) {
    return refuse(validate, input, subItemNames);
  }
  validate.errors = null;
  const validateExact = compileExact();
  const rounded = replaceAt(input, largeIntegers, Number);
  noteOriginals(rounded.originals);
  return isValid(validateExact, rounded.input)
    ? { problems: [], largeIntegers }
    : refuse(validateExact, input, subItemNames);
}

function refuse(
  validate: ValidateFunction,
  input: Record<string, unknown>,
  subItemNames: ReadonlySet<string>,
): CheckedInput {
  const problems = describeProblems(validate, input, subItemNames);
  validate.errors = null;
  return { problems, largeIntegers: [] };
}
