import type { JsonSchema } from "@bowline/catalog";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { LRUCache } from "lru-cache";
import { serveJobs } from "../../threads/serve-jobs.ts";
import { type CheckedInput, checkInput } from "./check-input.ts";
import type { CheckJob } from "./check-job.ts";
import { compileSchema } from "./compile-schema.ts";

/** Total characters of the schemas kept. Their compiled form is about 15 times as large. */
const keptCharacters = 4 * 1024 * 1024;

const compiled = new LRUCache<string, ValidateFunction>({
  maxSize: keptCharacters,
  sizeCalculation: (_, schemaText) => schemaText.length,
});

function check({ schemaText, inputText, subItemNames }: CheckJob): CheckedInput {
  const schema = { validate: compile(schemaText, false), compileExact: () => compile(schemaText, true) };
  return checkInput(schema, JSON.parse(inputText), new Set(subItemNames), isValid);
}

function compile(schemaText: string, isExact: boolean): ValidateFunction {
  const key = isExact ? `exact ${schemaText}` : schemaText;
  const validate = compiled.get(key) ?? tryToCompile(JSON.parse(schemaText), isExact);
  compiled.set(key, validate);
  return validate;
}

/** An MCP server's schema that cannot be compiled accepts everything. The server checks the input. */
function tryToCompile(schema: JsonSchema, isExact: boolean): ValidateFunction {
  try {
    return compileSchema(schema, isExact);
  } catch {
    return compileSchema({}, isExact);
  }
}

/** A schema that refers to itself for the same value has no end. Its application checks the input. */
function isValid(validate: ValidateFunction, input: unknown): boolean {
  try {
    return validate(input);
  } catch (error) {
    if (error instanceof RangeError) {
      return true;
    }
    throw error;
  }
}

serveJobs(check);
