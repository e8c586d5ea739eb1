import type { JsonSchema } from "@bowline/catalog";
import { checkNoProblems } from "../../api-error.ts";
import { type CheckedInput, type CompiledSchema, checkInput } from "./check-input.ts";
import type { CheckThreads } from "./check-threads.ts";
import { compileSchema } from "./compile-schema.ts";
import { prepareEstimate } from "./estimate-work.ts";
import { isQuickToCompile } from "./is-quick-to-compile.ts";

/**
 * Checks a tool's input against its schema. Most checks are done at once; the promise is for those in a thread.
 *
 * @param subItemNames members that were sent in `subItems`, so that paths name them there
 * @param party the account user whose input it is
 * @returns JSON Pointers of the large integers that are sent as numbers (decisions D8a)
 * @throws ApiError `VALIDATION_ERROR` with all problems (decisions D5, D29)
 */
export type InputValidator = (
  input: Record<string, unknown>,
  subItemNames: ReadonlySet<string>,
  party?: number,
) => readonly string[] | Promise<readonly string[]>;

/** These take a few milliseconds. */
const maxSteps = 20_000;

/**
 * Returns the validator for one tool's input. A check that may take long runs in a thread (decisions D75): one with a large schema,
 * a large input, or a schema that reads the same value many times. Other schemas are compiled here when the tool first runs (1 ms).
 *
 * @param text the schema as JSON
 */
export function prepareInputValidator(
  { schema, text }: { schema: JsonSchema; text: string },
  threads: CheckThreads,
): InputValidator {
  const quick = isQuickToCompile(schema, text) ? prepareQuickCheck(schema) : undefined;

  async function checkInThread(
    input: unknown,
    subItemNames: ReadonlySet<string>,
    party: number | undefined,
  ): Promise<readonly string[]> {
    const inputText = JSON.stringify(input);
    const job = { schemaText: text, inputText, subItemNames: [...subItemNames] };
    return passInput(await threads.check(job, party));
  }

  return (input, subItemNames, party) => {
    if (quick === undefined || quick.estimate(input, maxSteps) > maxSteps) {
      return checkInThread(input, subItemNames, party);
    }
    return passInput(checkInput(quick.compile(), input, subItemNames));
  };
}

/** @throws ApiError `VALIDATION_ERROR` */
function passInput({ problems, largeIntegers }: CheckedInput): readonly string[] {
  checkNoProblems(problems);
  return largeIntegers;
}

/** Returns a validator for some members of an input: none is required, and rules about several members do not hold. */
export function prepareMemberValidator(schema: JsonSchema, threads: CheckThreads): InputValidator {
  let prepared: InputValidator | undefined;
  return (input, subItemNames, party) => {
    prepared ??= prepareInputValidator(buildMemberSchema(schema), threads);
    return prepared(input, subItemNames, party);
  };
}

function buildMemberSchema({ $defs, properties, patternProperties, additionalProperties }: JsonSchema) {
  const schema: JsonSchema = {
    type: "object",
    ...($defs !== undefined && { $defs }),
    ...(properties !== undefined && { properties }),
    ...(patternProperties !== undefined && { patternProperties }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
  return { schema, text: JSON.stringify(schema) };
}

interface QuickCheck {
  estimate(input: unknown, limit: number): number;
  /** Compiles the schema at the first call. */
  compile(): CompiledSchema;
}

function prepareQuickCheck(schema: JsonSchema): QuickCheck {
  let compiled: CompiledSchema | undefined;
  return {
    estimate: prepareEstimate(schema),
    compile: () => {
      compiled ??= prepareSchema(schema);
      return compiled;
    },
  };
}

function prepareSchema(schema: JsonSchema): CompiledSchema {
  let exact: ReturnType<typeof compileSchema> | undefined;
  return {
    validate: compileSchema(schema),
    compileExact: () => {
      exact ??= compileSchema(schema, true);
      return exact;
    },
  };
}
