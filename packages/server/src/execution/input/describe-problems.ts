import type { JsonSchema } from "@bowline/catalog";
import { countValues } from "@bowline/catalog/count-values";
import { readParts, splitPointer } from "@bowline/catalog/json-pointer";
import { findNearestName } from "@bowline/contract/nearest-name";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { maxProblems, type Problem } from "../../api-error.ts";
import { describeWrongType } from "../../problems/describe-issue.ts";
import { objectOf } from "../../runtimes/is-object.ts";
import { type CompareBudget, findNearestValues } from "../../suggestions/nearest-values.ts";
import { followReferences } from "./follow-references.ts";

const maxFieldLength = 500;
const maxIssueLength = 400;
const maxValuesLength = 300;

/** Characters of allowed values and names that are compared with wrong ones for one input (decisions D75): a few milliseconds. */
const maxCompared = 500_000;
const maxNearest = 10;
/** What comparing one name letter by letter costs of that. */
const nameCost = 50;

/** A checked input, and what its problems are described with. */
interface Checked {
  input: unknown;
  schema: unknown;
  subItemNames: ReadonlySet<string>;
  budget: CompareBudget;
}

/**
 * Lists the problems of an input that was just found wrong, each with the path of its member (decisions D5). Names the allowed value or
 * member that is nearest to a wrong one. Stops at one more than are ever shown.
 *
 * @param subItemNames members that were sent in `subItems`, so that paths name them there
 */
export function describeProblems(
  { errors, schema }: Pick<ValidateFunction, "errors" | "schema">,
  input: unknown,
  subItemNames: ReadonlySet<string>,
): Problem[] {
  const checked = { input, schema, subItemNames, budget: { left: maxCompared } };
  const problems = new Map<string, Problem>();
  for (const error of errors ?? []) {
    if (problems.size > maxProblems) {
      break;
    }
    // A failed `if` adds nothing to the problems of its branches. Alternatives often have the same problem.
    if (error.keyword !== "if") {
      const problem = describe(error, checked);
      problems.set(JSON.stringify(problem), problem);
    }
  }
  return [...problems.values()];
}

function describe(error: ErrorObject, checked: Checked): Problem {
  const { subItemNames } = checked;
  const path = splitPointer(error.instancePath);
  if (error.keyword === "required" || error.keyword === "dependentRequired") {
    return { field: fieldOf([...path, error.params.missingProperty], subItemNames), issue: "Is required." };
  }
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const extra = error.params.additionalProperty ?? error.params.unevaluatedProperty;
    const meant = findMeantName(extra, path, checked);
    return {
      field: fieldOf([...path, extra], subItemNames),
      issue: `There is no such input.${meant === null ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`,
    };
  }
  if (error.keyword === "enum") {
    const issue = describeChoice(error.params.allowedValues, readParts(checked.input, path), checked.budget);
    return { field: fieldOf(path, subItemNames), issue };
  }
  if (error.keyword === "type") {
    const issue = describeWrongType([error.params.type].flat(), readParts(checked.input, path));
    return { field: fieldOf(path, subItemNames), issue };
  }
  return { field: fieldOf(path, subItemNames), issue: `${describeRule(error)}.` };
}

/** Finds the member that an unknown name at a path stands for. Null: none is near. */
function findMeantName(name: string, path: readonly string[], { schema, budget }: Checked): string | null {
  const { properties } = findSchemaAt(path, objectOf(schema));
  const names = Object.keys(objectOf(properties));
  budget.left -= names.length * nameCost;
  if (budget.left < 0) {
    return null;
  }
  const [nearest] = findNearestValues(name, names, 1, budget);
  return (
    findNearestName(name.slice(0, maxFieldLength), names) ?? (nearest === undefined ? null : String(nearest))
  );
}

/** Finds the schema of a member; an empty one where the way to it has alternatives. */
function findSchemaAt(path: readonly string[], root: JsonSchema): JsonSchema {
  return path.reduce(
    (schema, part) => {
      const { properties, items } = schema;
      return followReferences(objectOf(properties)[part] ?? items, root);
    },
    followReferences(root, root),
  );
}

/** Names all values that are allowed, or the nearest of a long list. */
function describeChoice(values: readonly unknown[], wrong: unknown, budget: CompareBudget): string {
  const all = listWhole(values);
  if (all.length === values.length) {
    return `Must be equal to one of the allowed values: [${all}].`;
  }
  const nearest = listWhole(findNearestValues(wrong, values, maxNearest, budget));
  return nearest.length > 0
    ? `Must be one of ${values.length} values. Nearest to it: ${nearest.join(", ")}.`
    : `Must be one of ${countValues(values)}.`;
}

/** Lists values as JSON, as many as there is room for. */
function listWhole(values: readonly unknown[]): string[] {
  const listed: string[] = [];
  let left = maxValuesLength;
  for (const value of values) {
    const text = JSON.stringify(value);
    left -= text.length + 1;
    if (left < 0) {
      break;
    }
    listed.push(text);
  }
  return listed;
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
  const counted = countedThings[keyword];
  if (counted !== undefined) {
    const bound = keyword.startsWith("min") ? "at least" : "at most";
    return `Must have ${bound} ${params.limit} ${counted}${params.limit === 1 ? "" : "s"}`;
  }
  return capitalize(message).slice(0, maxIssueLength);
}

/** Names a member of the input as the request does, such as `fields.lines[0].id`. */
export function fieldOf(path: readonly string[], subItemNames: ReadonlySet<string>): string {
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
