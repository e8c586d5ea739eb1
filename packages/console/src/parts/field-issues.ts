import { ValidationError } from "@bowline/sdk";
import { type RefObject, useEffect } from "react";

interface FieldIssues {
  /** What is wrong with a field, by its name in the request. */
  issues: Partial<Record<string, string>>;
  /** What no field shows. */
  rest: Error | null;
}

/** Sorts what the server found wrong in fields of a form from what the form's end shows. */
export function sortIssues(error: Error | null, fields: readonly string[]): FieldIssues {
  if (!(error instanceof ValidationError)) {
    return { issues: {}, rest: error };
  }
  const found = error.details.map(({ field, issue }) => ({
    name: fields.find((name) => field === name || field.startsWith(`${name}.`)),
    issue,
  }));
  const isShown = found.length > 0 && found.every(({ name }) => name !== undefined);
  return {
    issues: Object.fromEntries(
      found.flatMap(({ name, issue }) => (name === undefined ? [] : [[name, issue]])),
    ),
    rest: isShown ? null : error,
  };
}

/** Sorts a form's error. The first field with a problem gets the focus, so that it is seen and read out. */
export function useFieldIssues(
  form: RefObject<HTMLElement | null>,
  error: Error | null,
  fields: readonly string[],
): FieldIssues {
  useEffect(() => {
    if (error !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [form, error]);
  return sortIssues(error, fields);
}
