import type { ValidateFunction } from "ajv/dist/2020.js";
import { LRUCache } from "lru-cache";
import type { Problem } from "../../api-error.ts";
import { serveJobs } from "../../threads/serve-jobs.ts";
import type { CheckJob } from "./check-job.ts";
import { compileSchema } from "./compile-schema.ts";
import { describeProblems } from "./describe-problems.ts";

/** Total characters of the schemas kept. Their compiled form is about 15 times as large. */
const keptCharacters = 4 * 1024 * 1024;

const compiled = new LRUCache<string, ValidateFunction>({
  maxSize: keptCharacters,
  sizeCalculation: (_, schemaText) => schemaText.length,
});

function check({ schemaText, inputText, subItemNames }: CheckJob): Problem[] {
  const validate = compiled.get(schemaText) ?? compileSchema(JSON.parse(schemaText));
  compiled.set(schemaText, validate);
  const input: unknown = JSON.parse(inputText);
  const problems = isValid(validate, input) ? [] : describeProblems(validate, input, new Set(subItemNames));
  validate.errors = null;
  return problems;
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
