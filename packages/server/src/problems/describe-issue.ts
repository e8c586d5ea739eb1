import { findNearestName } from "@bowline/contract/nearest-name";
import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formatSentences: Record<string, string> = {
  email: "Must be an e-mail address such as ada@example.com.",
  url: "Must be a whole address such as https://example.com/page.",
  datetime: "Must be a date and time with its time zone, such as 2026-03-01T09:30:00Z.",
};

/**
 * Says what is wrong with a member and what to send instead, for every issue whose schema has no message of its own. Never repeats
 * the value that was sent, which may be a secret.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue.expected, issue.input);
    case "invalid_value":
      return describeChoice(issue.values, issue.input);
    case "invalid_union":
      return describeUnion(issue);
    case "too_big":
      return describeBound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "too_small":
      return isEmptiness(issue)
        ? "Must not be empty."
        : describeBound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "invalid_format":
      return formatSentences[issue.format] ?? `Must be in the form ${issue.pattern ?? issue.format}.`;
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return "Has members that are not known.";
    case "invalid_key":
      return "Has a member with a name that is not allowed.";
    case "invalid_element":
      return "Has an entry that is not allowed.";
    default:
      return "Is not allowed here.";
  }
}

function describeType(expected: string, input: unknown): string {
  return input === undefined
    ? `Is missing. Send ${nameType(expected)}.`
    : describeWrongType([expected], input);
}

/** Says which types a value may have and which it has. Takes zod's names of types and those of JSON Schema. */
export function describeWrongType(expected: readonly string[], input: unknown): string {
  const [first = ""] = expected;
  return `Must be ${joinWords(expected.map(nameType))}, not ${nameReceived(first, input)}.`;
}

const nameType = (type: string): string => typeNames[type] ?? type;

function nameReceived(expected: string, input: unknown): string {
  if (input === null) {
    return "null";
  }
  if (Array.isArray(input)) {
    return "a list";
  }
  if (typeof input === "number" && expected === "number") {
    // Infinite: how 1e999 is read.
    return "one that large";
  }
  if (typeof input === "number") {
    return nameType(expected) === typeNames.int ? "one with a fraction" : "a number";
  }
  return typeof input === "boolean" ? "a boolean" : nameType(typeof input);
}

function describeChoice(values: readonly unknown[], input: unknown): string {
  const choices = joinWords(values.map((value) => JSON.stringify(value)));
  const names = values.filter((value) => typeof value === "string");
  const meant = typeof input === "string" ? findNearestName(input, names) : null;
  return `${input === undefined ? "Is missing. Send" : "Must be"} ${choices}.${meant === null ? "" : ` Did you mean "${meant}"?`}`;
}

/** A union of values or of types is described as one choice. Of another union, no more can be said than that nothing matches. */
function describeUnion(issue: RawIssue & { code: "invalid_union" }): string {
  const branches = issue.errors.map((branch) => (branch.length === 1 ? branch[0] : undefined));
  const values = branches.flatMap((only) => (only?.code === "invalid_value" ? only.values : []));
  if (values.length > 0 && branches.every((only) => only?.code === "invalid_value")) {
    return describeChoice(values, issue.input);
  }
  const types = branches.map((only) =>
    only?.code === "invalid_type" && only.path.length === 0 ? nameType(only.expected) : null,
  );
  if (!types.includes(null)) {
    return `${issue.input === undefined ? "Is missing. Send" : "Must be"} ${joinWords(types.map(String))}.`;
  }
  return "Fits none of the forms that are allowed here. See /docs.";
}

const isEmptiness = ({ origin, minimum }: { origin: string; minimum: number | bigint }): boolean =>
  origin !== "number" && origin !== "int" && Number(minimum) === 1;

function describeBound(origin: string, relation: string, bound: number | bigint): string {
  switch (origin) {
    case "string":
      return `Must have ${relation} ${bound} characters.`;
    case "array":
      return `Must have ${relation} ${bound} entries.`;
    case "object":
    case "record":
      return `Must have ${relation} ${bound} members.`;
    default:
      return `Must be ${relation} ${bound}.`;
  }
}

function joinWords(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length < 2 ? unique.join("") : `${unique.slice(0, -1).join(", ")} or ${unique.at(-1)}`;
}
