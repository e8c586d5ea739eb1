import { ErrorSchemaBuilder, type ValidatorType } from "@rjsf/utils";
import type { InputChecker } from "./check-input.ts";
import type { Problem } from "./describe-problem.ts";
import { dropUndefined, writePath } from "./values.ts";

/**
 * Builds the form library's validator. It checks the data against the tool's own schema, of which the form's is a simplification.
 *
 * @param listProblems further problems, such as texts in a JSON field that are not JSON
 */
export function buildFormValidator(checker: InputChecker, listProblems: () => Problem[]): ValidatorType {
  const validate = (data: unknown) => [...listProblems(), ...checker.check(dropUndefined(data) ?? {})];
  return {
    validateFormData(data) {
      const problems = validate(data);
      return {
        errors: problems.map(({ path, message }) => ({
          message,
          property: writePath(path),
          stack: `${writePath(path)}: ${message}`,
        })),
        errorSchema: buildErrorSchema(problems),
      };
    },
    // Only unions of the library's own would ask for it.
    isValid: () => true,
    rawValidation: (_schema, data) => ({ errors: validate(data) as never[] }),
  };
}

export function buildErrorSchema(problems: Problem[]): ErrorSchemaBuilder["ErrorSchema"] {
  const builder = new ErrorSchemaBuilder();
  for (const { path, message } of problems) {
    builder.addErrors(message, [...path]);
  }
  return builder.ErrorSchema;
}
