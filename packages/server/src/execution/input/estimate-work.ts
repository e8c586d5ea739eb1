import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";
import { objectOf } from "../../runtimes/is-object.ts";

/** The estimate for deeper inputs is infinite. */
const maxDepth = 12;
/** Characters that are read in the time of one step. */
const charactersPerStep = 16;
/** A format check may take time quadratic in a text's length. */
const maxTextLength = 4096;

/**
 * Returns a function that estimates the most steps that checking an input can take. A step is well below a microsecond. The
 * estimate is infinite where there is no bound. For a recursive schema, the input's depth bounds the cost.
 */
export function prepareEstimate(root: JsonSchema): (input: unknown, limit: number) => number {
  const costs = Array.from({ length: maxDepth + 1 }, () => new Map<object, number>());
  return (input, limit) => {
    const size = measureInput(input, limit);
    return size.depth > maxDepth
      ? Number.POSITIVE_INFINITY
      : size.steps * findCost(root, size.depth, root, costs);
  };
}

interface InputSize {
  steps: number;
  depth: number;
}

/** Measures an input. Its depth is infinite as soon as it exceeds the limit. */
function measureInput(input: unknown, limit: number): InputSize {
  const size = { steps: 0, depth: 0 };
  if (!addSize(input, 0, size, limit)) {
    size.depth = Number.POSITIVE_INFINITY;
  }
  return size;
}

/** @returns false when the limit is exceeded */
function addSize(value: unknown, depth: number, size: InputSize, limit: number): boolean {
  size.steps++;
  if (typeof value === "string") {
    size.steps += value.length / charactersPerStep;
    return value.length <= maxTextLength && size.steps <= limit;
  }
  if (typeof value !== "object" || value === null) {
    return size.steps <= limit;
  }
  if (depth === maxDepth || size.steps > limit) {
    return false;
  }
  size.depth = Math.max(size.depth, depth + 1);
  if (Array.isArray(value)) {
    return value.every((item) => addSize(item, depth + 1, size, limit));
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    size.steps += name.length / charactersPerStep;
    if (!addSize(members[name], depth + 1, size, limit)) {
      return false;
    }
  }
  return true;
}

/** Keywords whose schemas apply to the value itself. */
const inPlace = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
/** Keywords whose schemas apply to every member or item. */
const forEach = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "contains",
  "unevaluatedItems",
];

type Costs = readonly Map<object, number>[];

/** The cost of checking one value of this depth, with the values on the most costly path below it. */
function findCost(schema: unknown, depth: number, root: JsonSchema, costs: Costs): number {
  if (typeof schema !== "object" || schema === null) {
    return 1;
  }
  const known = costs[depth]?.get(schema);
  if (known !== undefined) {
    return known;
  }
  // Still infinite when it is read again: the schema refers to itself for the same value.
  costs[depth]?.set(schema, Number.POSITIVE_INFINITY);
  const cost = addUp(schema as JsonSchema, depth, root, costs);
  costs[depth]?.set(schema, cost);
  return cost;
}

function addUp(schema: JsonSchema, depth: number, root: JsonSchema, costs: Costs): number {
  const cost = (part: unknown, at: number): number => findCost(part, at, root, costs);
  let sum = countOwnSteps(schema);
  if (typeof schema.$ref === "string") {
    sum += cost(findReferenced(schema.$ref, root), depth);
  }
  for (const keyword of inPlace) {
    for (const part of [schema[keyword]].flat()) {
      sum += part === undefined ? 0 : cost(part, depth);
    }
  }
  for (const part of Object.values(objectOf(schema.dependentSchemas))) {
    sum += cost(part, depth);
  }
  if (depth === 0) {
    return sum;
  }
  for (const keyword of forEach) {
    sum += schema[keyword] === undefined ? 0 : cost(schema[keyword], depth - 1);
  }
  for (const [pattern, part] of Object.entries(objectOf(schema.patternProperties))) {
    sum += estimatePattern(pattern) + cost(part, depth - 1);
  }
  // Only one of these schemas checks a given member.
  const alternatives = [...Object.values(objectOf(schema.properties)), ...[schema.prefixItems ?? []].flat()];
  return sum + alternatives.reduce<number>((most, part) => Math.max(most, cost(part, depth - 1)), 0);
}

/** The cost of the keywords themselves, without nested schemas. */
function countOwnSteps(schema: JsonSchema): number {
  let steps = 1 + Object.keys(schema).length + Object.keys(objectOf(schema.properties)).length;
  for (const keyword of ["enum", "required"]) {
    steps += Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
  }
  for (const names of Object.values(objectOf(schema.dependentRequired))) {
    steps += Array.isArray(names) ? names.length : 1;
  }
  return steps + (typeof schema.pattern === "string" ? estimatePattern(schema.pattern) : 0);
}

/** The cost of a pattern in steps, with its counted repetitions written out. */
export function estimatePattern(pattern: string): number {
  let most = 1;
  for (const [, count] of pattern.matchAll(/(\d+)\}/g)) {
    most = Math.max(most, Math.min(Number(count), 1000));
  }
  return 1 + (pattern.length * most) / 200;
}

function findReferenced(reference: string, root: JsonSchema): unknown {
  return reference.startsWith("#") ? (readParts(root, splitReference(reference)) ?? endless) : endless;
}

/** Stands for an unknown schema. It refers to itself, so its cost is infinite. */
const endless: JsonSchema = {};
endless.not = endless;
