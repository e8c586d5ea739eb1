import { splitPointer } from "@bowline/catalog/json-pointer";
import type { ErrorObject } from "ajv/dist/2020.js";
import { maxProblems, type Problem } from "../../api-error.ts";

const maxFieldLength = 500;
const maxIssueLength = 400;
const maxValuesLength = 300;

/**
 * Lists the problems of an input, each with the path of its member (decisions D5). Stops at one more than are ever shown.
 *
 * @param subItemNames members that were sent in `subItems`, so that paths name them there
 */
export function describeProblems(
  errors: readonly ErrorObject[],
  subItemNames: ReadonlySet<string>,
): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    if (problems.size > maxProblems) {
      break;
    }
    // A failed `if` adds nothing to the problems of its branches. Alternatives often have the same problem.
    if (error.keyword !== "if") {
      const problem = describe(error, subItemNames);
      problems.set(JSON.stringify(problem), problem);
    }
  }
  return [...problems.values()];
}

function describe(error: ErrorObject, subItemNames: ReadonlySet<string>): Problem {
  const path = splitPointer(error.instancePath);
  if (error.keyword === "required" || error.keyword === "dependentRequired") {
    return { field: fieldOf([...path, error.params.missingProperty], subItemNames), issue: "Is required." };
  }
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const extra = error.params.additionalProperty ?? error.params.unevaluatedProperty;
    return { field: fieldOf([...path, extra], subItemNames), issue: "There is no such input." };
  }
  return { field: fieldOf(path, subItemNames), issue: `${describeRule(error)}.` };
}

const countedThings: Readonly<Record<string, string>> = {
  minProperties: "member",
  maxProperties: "member",
  minItems: "item",
  maxItems: "item",
  minLength: "character",
  maxLength: "character",
};

function describeRule({ keyword, params, message = "is wrong" }: ErrorObject): string {
  if (keyword === "const") {
    return `Must be ${JSON.stringify(params.allowedValue).slice(0, maxValuesLength)}`;
  }
  if (keyword === "type") {
    return `Must be ${[params.type].flat().join(" or ")}`;
  }
  const counted = countedThings[keyword];
  if (counted !== undefined) {
    const bound = keyword.startsWith("min") ? "at least" : "at most";
    return `Must have ${bound} ${params.limit} ${counted}${params.limit === 1 ? "" : "s"}`;
  }
  const allowed = keyword === "enum" ? `: ${listAllowed(params.allowedValues)}` : "";
  return capitalize(message).slice(0, maxIssueLength) + allowed;
}

/** Lists the first values: an enumeration may have thousands. */
const listAllowed = (values: unknown[]): string =>
  JSON.stringify(values.slice(0, 50)).slice(0, maxValuesLength);

function fieldOf(path: readonly string[], subItemNames: ReadonlySet<string>): string {
  const [first, ...rest] = path;
  if (first === undefined) {
    return "fields";
  }
  const place = subItemNames.has(first) ? "subItems" : "fields";
  const field = rest.reduce(
    (joined, part) => (/^\d+$/.test(part) ? `${joined}[${part}]` : `${joined}.${part}`),
    `${place}.${first}`,
  );
  return field.length > maxFieldLength ? `${field.slice(0, maxFieldLength)}…` : field;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
