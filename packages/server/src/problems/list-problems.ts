import { findNearestName } from "@bowline/contract/nearest-name";
import type { z } from "zod";
import { maxProblems, type Problem } from "../api-error.ts";

/** How many unknown members are examined; a response lists 100 problems at most. */
const maximumUnknown = maxProblems;
/** One more than the response lists, so that it can say that there are more. */
const maximumIssues = maxProblems + 1;
const maximumNamed = 12;

/** Other interfaces' names of `fields`. `input` is left out, because many tools have an input of that name. */
const fieldsElsewhere = new Set(["arguments", "args", "inputs", "parameters", "params"]);

/** What stands around a body that is checked. */
export interface BodyPlace {
  /** The schema of the record that the body changes: what only the record has is no misplaced input. */
  record?: z.ZodType | undefined;
  /** The names of the operation's query values. */
  queryNames?: readonly string[];
}

/** Lists every problem that zod found, by the member's path in program notation (decisions D5). */
export function listProblems(
  error: z.ZodError,
  schema: z.ZodType,
  value: unknown,
  { record, queryNames = [] }: BodyPlace = {},
): Problem[] {
  const inRecord = record === undefined ? [] : findMembers(record, []);
  const lacksFields = takesInput(schema) && !hasFields(value);
  return error.issues.slice(0, maximumIssues).flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return [{ field: joinPath("", issue.path), issue: issue.message }];
    }
    const { path, keys } = issue;
    const inQuery = path.length > 0 ? [] : keys.filter((name) => queryNames.includes(name));
    const unknown = keys.filter((name) => !inQuery.includes(name));
    const mayBeInput = lacksFields && path.length === 0;
    return [...inQuery.map(describeQueryValue), ...listUnknown(schema, path, unknown, mayBeInput, inRecord)];
  });
}

const describeQueryValue = (name: string): Problem => ({
  field: name,
  issue: `Belongs in the address: ?${name}=…`,
});

/** Lists unknown members, each with the member that it belongs under, or the closest known name (decisions D7). */
function listUnknown(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  names: readonly string[],
  lacksFields: boolean,
  inRecord: readonly string[],
): Problem[] {
  const known = findMembers(schema, path);
  const unknown = names.slice(0, maximumUnknown).map((name) => ({
    name,
    place: known.find((member) => findMembers(schema, [...path, member]).includes(name)),
    meant: lacksFields && fieldsElsewhere.has(name) ? "fields" : findNearestName(name, known),
  }));
  if (
    lacksFields &&
    unknown.length > 0 &&
    unknown.every(
      ({ name, place, meant }) => place === undefined && meant === null && !inRecord.includes(name),
    )
  ) {
    return describeMisplaced(unknown.map(({ name }) => name));
  }
  return unknown.map(({ name, place, meant }) => ({
    field: joinPath("", [...path, name]),
    issue:
      place === undefined
        ? `There is no such member. ${suggestMember(meant, known)}`
        : `Belongs under "${place}".`,
  }));
}

function suggestMember(meant: string | null, known: readonly string[]): string {
  if (meant !== null) {
    return `Did you mean "${meant}"?`;
  }
  return known.length === 0
    ? "Leave it out."
    : `Known members: ${known.slice(0, maximumNamed).join(", ")}${known.length > maximumNamed ? " and more" : ""}.`;
}

/** Whether `fields` holds an input. In how results are shaped it lists names. */
function takesInput(schema: z.ZodType): boolean {
  const fields = stepInto(unwrap(schema), "fields");
  return fields !== undefined && unwrap(fields).type !== "array";
}

const hasFields = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "fields" in value && value.fields != null;

/** Describes input that was sent next to `fields` instead of inside it. Only the first problem explains it (decisions D47). */
function describeMisplaced(names: readonly string[]): Problem[] {
  const shown = names.slice(0, 3).map((name) => `${JSON.stringify(name.slice(0, 50))}: …`);
  const example = `{"fields": {${shown.join(", ")}}}`;
  return [
    { field: "fields", issue: `Is missing. Put the input under "fields": ${example}.` },
    ...names.map((name) => ({ field: joinPath("", [name]), issue: 'Belongs under "fields".' })),
  ];
}

/** Finds the names of the members that a schema defines at a path; none where it accepts any name. */
function findMembers(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: z.ZodType | undefined = schema;
  for (const part of path) {
    current = current && stepInto(unwrap(current), part);
  }
  const object = current && unwrap(current);
  return object?.type === "object" ? Object.keys((object as z.ZodObject).shape) : [];
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema.type === "optional" || schema.type === "nullable" || schema.type === "default") {
    return unwrap((schema as z.ZodOptional | z.ZodNullable | z.ZodDefault).unwrap() as z.ZodType);
  }
  return schema;
}

function stepInto(schema: z.ZodType, part: PropertyKey): z.ZodType | undefined {
  switch (schema.type) {
    case "array":
      return (schema as z.ZodArray).element as z.ZodType;
    case "record":
      return (schema as z.ZodRecord).valueType as z.ZodType;
    case "object":
      return (schema as z.ZodObject).shape[String(part)] as z.ZodType | undefined;
    default:
      return undefined;
  }
}

/** Builds `connections[1].toolSlugs[0]`; only the place when the path is empty. */
export function joinPath(place: string, path: readonly PropertyKey[]): string {
  let joined = place;
  for (const part of path) {
    if (typeof part === "number") {
      joined += `[${part}]`;
    } else {
      joined += joined === "" ? String(part) : `.${String(part)}`;
    }
  }
  return joined === "" ? "body" : joined;
}
