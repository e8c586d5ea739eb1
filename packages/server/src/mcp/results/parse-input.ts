import type { z } from "zod";
import { invalid } from "../../api-error.ts";
import { prepareLengthCheck } from "../../problems/check-lengths.ts";
import { describeIssue } from "../../problems/describe-issue.ts";
import { listDroppedNames } from "../../problems/list-dropped-names.ts";
import { listProblems } from "../../problems/list-problems.ts";
import { isObject } from "../../runtimes/is-object.ts";

/**
 * Prepares a parser for an input of our own. A member that is null counts as left out.
 *
 * @param place the member that holds the input, for the problems' paths; empty: none
 */
export function prepareInputParser<Schema extends z.ZodType>(
  schema: Schema,
  place = "",
): (input: unknown) => z.output<Schema> {
  const checkLengths = prepareLengthCheck(schema);
  return (sent) => {
    const input = leaveOutNulls(sent);
    const tooLong = checkLengths(input);
    const parsed = tooLong.length > 0 ? null : schema.safeParse(input, { error: describeIssue });
    const dropped = parsed?.success ? listDroppedNames(input, parsed.data, null) : [];
    if (parsed?.success && dropped.length === 0) {
      return parsed.data;
    }
    const problems = parsed?.error ? listProblems(parsed.error, schema, input) : [...tooLong, ...dropped];
    throw invalid(problems.map(({ field, issue }) => ({ field: placeField(field, place), issue })));
  };
}

/** Models send null for what they do not give. */
const leaveOutNulls = (input: unknown): unknown =>
  isObject(input) ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) : input;

/** The problems of the API call the whole input `body`. */
function placeField(field: string, place: string): string {
  if (place === "") {
    return field === "body" ? "arguments" : field;
  }
  return field === "body" ? place : `${place}.${field}`;
}
