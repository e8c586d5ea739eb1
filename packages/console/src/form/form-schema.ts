import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { type JsonSchema, readText, readTitle } from "./json-schema.ts";

/** A schema in the few forms that the form's fields show, with the field of each in the user interface's schema. */
export interface FormSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

/** One alternative of a union. */
export interface Branch {
  /** In words, unlike that of any other branch. */
  label: string;
  form: FormSchema;
  /** The branch with its references resolved, to tell which one a value belongs to. */
  source: JsonSchema;
  /** Members that are set when the branch is chosen, and are not shown. */
  constants: Record<string, unknown>;
}

/** Where a schema is. */
export interface Place {
  root: JsonSchema;
  references: readonly string[];
  /** How many objects and lists contain this one. */
  depth: number;
  /** How many fields and branches the whole form has so far: in a short schema, too, alternatives of alternatives multiply. */
  built: { count: number };
  name: string;
}

/** What is beyond this in a form is shown as JSON. */
export const mostFields = 5000;

/** The words of a schema, and nothing that changes the data: the application sets its defaults itself. */
export function describe(schema: JsonSchema): RJSFSchema {
  const title = readTitle(schema);
  const description = readText(schema.description);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(schema.deprecated === true && { deprecated: true }),
  };
}
