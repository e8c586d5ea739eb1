import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { countChecks } from "./count-checks.ts";
import { describeProblem, type Problem } from "./describe-problem.ts";
import { isQuickPattern } from "./is-quick-pattern.ts";
import { isObject, type JsonSchema } from "./json-schema.ts";

export interface InputChecker {
  /** Lists what is wrong, in words. The server has the last word: what cannot be checked here counts as right. */
  check(value: unknown): Problem[];
  /** Whether a value belongs to a branch of a union in the schema. */
  matches(branch: JsonSchema, value: unknown): boolean;
}

/** For one value. More would hold up the page. */
const mostChecks = 10_000;

/** Builds the checker of a tool's input. It interprets the schema: a compiler would need `eval`, which the page does not allow. */
export function buildChecker(schema: JsonSchema): InputChecker {
  if (countChecks(schema) > mostChecks) {
    return { check: () => [], matches: () => false };
  }
  const root = prepare(schema) as JsonSchema;
  const full = new Validator(root as Schema, "2020-12", false);
  const branches = new Map<JsonSchema, Validator>();
  return {
    check(value) {
      try {
        return chooseErrors(full.validate(value).errors).flatMap((error) =>
          describeProblem(error, root, value),
        );
      } catch {
        return [];
      }
    },
    matches(branch, value) {
      try {
        const { $defs, definitions } = root;
        const found =
          branches.get(branch) ??
          new Validator({ ...(prepare(branch) as JsonSchema), $defs, definitions } as Schema, "2020-12");
        branches.set(branch, found);
        return found.validate(value).valid;
      } catch {
        return false;
      }
    },
  };
}

/** Copies a schema without what another engine may judge differently. The validator also writes into what it is given. */
function prepare(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(prepare);
  }
  if (!isObject(schema)) {
    return schema;
  }
  const { patternProperties: named } = schema;
  const isOpen = named !== undefined && !isCheckable("patternProperties", named);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      isCheckable(keyword, value) && !(isOpen && aboutOthers.has(keyword))
        ? [[keyword, isLiteral(keyword) ? value : prepare(value)]]
        : [],
    ),
  );
}

/** These refuse members that no pattern names. */
const aboutOthers = new Set(["additionalProperties", "unevaluatedProperties"]);
/** A value that a schema below these accepts may be a wrong one. */
const exactBelow = new Set(["not", "if", "oneOf", "contains"]);

const isLiteral = (keyword: string): boolean => ["enum", "const", "default", "examples"].includes(keyword);

function isCheckable(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case "$id":
    case "id":
    case "$schema":
    case "format":
      return typeof value !== "string";
    case "pattern":
      return typeof value !== "string" || isPattern(value);
    case "patternProperties":
      return isObject(value) && Object.keys(value).every(isPattern);
    default:
      return value !== undefined && !(exactBelow.has(keyword) && holdsUnknownPattern(value));
  }
}

/** Whether a schema has a pattern that is not checked here. */
function holdsUnknownPattern(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(holdsUnknownPattern);
  }
  return (
    isObject(value) &&
    Object.entries(value).some(([keyword, inner]) =>
      keyword === "pattern" || keyword === "patternProperties"
        ? !isCheckable(keyword, inner)
        : !isLiteral(keyword) && holdsUnknownPattern(inner),
    )
  );
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") !== null && isQuickPattern(text);
  } catch {
    return false;
  }
}

/** Where no branch of a union fits, keeps only the errors of the branch that was most likely meant. */
function chooseErrors(errors: OutputUnit[]): OutputUnit[] {
  const index = errors.findIndex(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const union = errors[index];
  if (union === undefined) {
    return errors;
  }
  const isInside = ({ keywordLocation }: OutputUnit) =>
    keywordLocation.startsWith(`${union.keywordLocation}/`);
  const inside = errors.filter(isInside);
  const others = chooseErrors(errors.slice(index + 1).filter((error) => !isInside(error)));
  const before = errors.slice(0, index);
  const groups = Map.groupBy(
    inside,
    ({ keywordLocation }) => keywordLocation.slice(union.keywordLocation.length + 1).split("/", 1)[0],
  );
  const fitting = [...groups.values()]
    .map(chooseErrors)
    .filter((group) => !group.some((error) => isOfAnotherKind(error, union.instanceLocation)))
    .toSorted((first, second) => first.length - second.length);
  return [...before, ...(fitting[0] ?? [union]), ...others];
}

const isOfAnotherKind = ({ keyword, instanceLocation }: OutputUnit, location: string): boolean =>
  (instanceLocation === location && ["type", "const", "enum"].includes(keyword)) ||
  (keyword === "const" && instanceLocation.startsWith(`${location}/`));
