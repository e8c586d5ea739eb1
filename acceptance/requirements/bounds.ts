import { type Requirement, stated } from "./requirement.ts";

/** Limits on what one request may cost the process and other callers. */
export const boundsRequirements: Requirement[] = [
  ...stated("D75", {
    "bounds.lists":
      "in and notIn take at most 10,000 entries; more are a VALIDATION_ERROR at filters[i].value, and nothing is sent.",
    "bounds.field-name":
      "A fieldName of more than 256 characters or 32 steps is a VALIDATION_ERROR that names it.",
    "bounds.clauses":
      "At most 50 filters and 10 sorts are allowed; more are a VALIDATION_ERROR at filters or sort.",
    "bounds.patterns": "The import drops a pattern that cannot run in linear time, and warns.",
    "bounds.others-wait-not": "No request of 1 MiB delays other requests.",
    "bounds.event-loop":
      "No request, no import and no response of an application holds the event loop for more than 100 ms on a quiet machine.",
    "bounds.fields":
      "fields and subItems have at most 10,000 members; more are a VALIDATION_ERROR at the member.",
    "bounds.unread":
      "A client that asks for large responses at MCP or of the pages and reads none is cut off.",
    "bounds.depth":
      "A response of JSON that is nested deeper than 1,000 levels is a failed run of the kind outputTooLarge, with a record.",
    "bounds.heavy":
      "A response with too many values to be parsed at once is passed on as it came; filters, sort, offset and top of it are refused with the reason.",
  }),
  ...stated("D47: fields of results", {
    "results.warning":
      "When no result has the field of a filter or sort, x-bowline-warning names the field and similar ones.",
    "filters.value-text":
      "A value that is a number or boolean is a VALIDATION_ERROR whose issue shows the text to send.",
  }),
  ...stated("D46: secret inputs", {
    "execute.secret-inputs":
      "An input whose name or schema marks it as a secret is masked in the dry run and the history.",
  }),
  ...stated("D34: nothing repeats a secret", {
    "execute.echo-spellings":
      "A secret in the application's response is masked in every spelling, also as a number.",
  }),
];
