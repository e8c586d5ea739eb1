import { type Requirement, stated } from "./requirement.ts";

/** What one request may do to the process, and to others. */
export const boundsRequirements: Requirement[] = [
  ...stated("D75", {
    "bounds.lists":
      "in and notIn take 10,000 entries; one more is a VALIDATION_ERROR at filters[i].value, and nothing is sent.",
    "bounds.field-name":
      "A fieldName of more than 256 characters or 32 steps is a VALIDATION_ERROR that names it.",
    "bounds.clauses": "50 filters and 10 sorts are taken; more are a VALIDATION_ERROR at filters or sort.",
    "bounds.patterns":
      "A pattern of a document that cannot run in linear time is left out, and the import warns.",
    "bounds.others-wait-not": "No request of 1 MiB keeps others waiting.",
  }),
  ...stated("D47: fields of results", {
    "results.warning":
      "When no result has a filter's or sort's field, x-bowline-warning names it and those that are close.",
    "filters.value-text":
      "A value that is a number or boolean is a VALIDATION_ERROR whose issue shows the text to send.",
  }),
  ...stated("D46: inputs that are secrets", {
    "execute.secret-inputs":
      "An input named for a secret, or called one by its schema, is masked in the dry run and the history.",
  }),
  ...stated("D34: nothing repeats a secret", {
    "execute.echo-spellings":
      "A secret that the application repeats is masked in every spelling, as a number too.",
  }),
];
