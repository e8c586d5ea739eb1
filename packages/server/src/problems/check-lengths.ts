import { z } from "zod";
import type { Problem } from "../api-error.ts";
import { describeIssue } from "./describe-issue.ts";
import { joinPath } from "./list-problems.ts";

/** Nobody sends more unknown members than this by mistake. */
const maxUnknownMembers = 1000;
/** The most members of an object whose members have any name, such as `fields`. Checking each takes about a microsecond (decisions D75). */
const maxMembers = 10_000;

type LengthSchema = z.core.JSONSchema._JSONSchema;

/**
 * Prepares a check of the lengths of a body's lists. It runs before the check of each member: a body of 1 MiB can hold a list with a
 * million invalid members, each a problem of its own (decisions D75).
 */
export function prepareLengthCheck(schema: z.ZodType): (body: unknown) => Problem[] {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  const definitions = described.$defs ?? {};
  return (body) => {
    const problems: Problem[] = [];
    collect(body, described, { path: [], definitions, problems });
    return problems;
  };
}

interface Place {
  path: PropertyKey[];
  definitions: Record<string, LengthSchema>;
  problems: Problem[];
}

function collect(value: unknown, given: LengthSchema | undefined, place: Place): void {
  if (typeof value !== "object" || value === null || typeof given !== "object") {
    return;
  }
  for (const schema of listAlternatives(given, place.definitions)) {
    if (Array.isArray(value)) {
      collectFromList(value, schema, place);
    } else {
      collectFromObject(value as Record<string, unknown>, schema, place);
    }
  }
}

function collectFromList(
  list: unknown[],
  { maxItems, items }: z.core.JSONSchema.BaseSchema,
  place: Place,
): void {
  if (maxItems !== undefined && list.length > maxItems) {
    const issue = describeIssue({ code: "too_big", origin: "array", maximum: maxItems, input: list });
    place.problems.push({ field: joinPath("", place.path), issue });
  } else if (!Array.isArray(items)) {
    for (const [index, item] of list.entries()) {
      collect(item, items, { ...place, path: [...place.path, index] });
    }
  }
}

function collectFromObject(
  object: Record<string, unknown>,
  { properties, additionalProperties }: z.core.JSONSchema.BaseSchema,
  place: Place,
): void {
  const isOpen = additionalProperties !== false;
  const limit = isOpen ? maxMembers : maxUnknownMembers;
  if (additionalProperties !== undefined && Object.keys(object).length > limit) {
    const issue = `Has more than ${limit} members${isOpen ? "" : ", most of which do not exist"}.`;
    place.problems.push({ field: joinPath("", place.path), issue });
    return;
  }
  for (const [name, member] of Object.entries(properties ?? {})) {
    if (Object.hasOwn(object, name)) {
      collect(object[name], member, { ...place, path: [...place.path, name] });
    }
  }
}

function listAlternatives(
  schema: z.core.JSONSchema.BaseSchema,
  definitions: Record<string, LengthSchema>,
): z.core.JSONSchema.BaseSchema[] {
  const { $ref, anyOf = [] } = schema;
  const named = $ref === undefined ? undefined : definitions[$ref.replace("#/$defs/", "")];
  return [schema, named, ...anyOf].flatMap((one) => {
    if (typeof one !== "object") {
      return [];
    }
    return one === schema ? [one] : listAlternatives(one, definitions);
  });
}
