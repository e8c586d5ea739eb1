import { type JsonSchema, mapNestedSchemas, readParts, splitReference } from "@bowline/catalog";
import { isObject, objectOf } from "../../runtimes/is-object.ts";
import { followReferences } from "./follow-references.ts";

/** Alternatives that accept the same kinds of values. */
interface Group {
  types: Set<string>;
  alternatives: JsonSchema[];
}

/** A member whose constant says which alternative is meant, such as `kind`, with the constants of each. */
interface Tag {
  name: string;
  valuesOf: readonly (readonly string[])[];
}

/** How many schemas are read for the types of one alternative. */
const maxRead = 50;
/** Of the members that an object requires. */
const maxTags = 20;
const alternativeKeywords = new Set(["anyOf", "oneOf"]);

/**
 * Rewrites a schema so that a wrong value has only the problems of the alternative that it was meant for. Where the type of a value, or a
 * constant member that all alternatives require, tells `anyOf` or `oneOf` apart, each alternative stands behind an `if`. The same values
 * are valid.
 */
export function narrowAlternatives(root: JsonSchema): JsonSchema {
  let isReferredInto = false;

  function narrow(schema: unknown): unknown {
    if (!isObject(schema)) {
      return schema;
    }
    const { $ref } = schema;
    isReferredInto ||= typeof $ref === "string" && /\/(?:anyOf|oneOf)(?:\/|$)/.test($ref);
    const split: JsonSchema[] = [];
    const kept: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const narrowed = mapNestedSchemas(keyword, value, narrow);
      const found = alternativeKeywords.has(keyword) ? splitAlternatives(keyword, narrowed, root) : [];
      split.push(...found);
      if (found.length === 0) {
        kept.push([keyword, narrowed]);
      }
    }
    if (split.length === 0 && kept.every(([keyword, value]) => value === schema[keyword])) {
      return schema;
    }
    const rest: JsonSchema = Object.fromEntries(kept);
    return split.length === 0 ? rest : { ...rest, allOf: [...listOf(rest.allOf), ...split] };
  }

  const narrowed = narrow(root) as JsonSchema;
  return isReferredInto ? root : narrowed;
}

/** Returns the schemas that together say the same as the keyword does; none when nothing tells its alternatives apart. */
function splitAlternatives(keyword: string, value: unknown, root: JsonSchema): JsonSchema[] {
  const alternatives = listOf(value).map(objectOf);
  const groups = groupByKind(alternatives, root);
  if (groups === null || alternatives.length < 2) {
    return [];
  }
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) {
    return splitByTag(only, root);
  }
  return [
    { type: groups.flatMap(({ types }) => [...types]) },
    ...groups.map((group) => when({ type: [...group.types] }, joinGroup(keyword, group, root))),
  ];
}

/** A schema that holds for the values that fit another one. */
// biome-ignore lint/suspicious/noThenProperty: It is a keyword of JSON Schema.
const when = (condition: JsonSchema, schema: JsonSchema): JsonSchema => ({ if: condition, then: schema });

function joinGroup(keyword: string, group: Group, root: JsonSchema): JsonSchema {
  const { alternatives } = group;
  const [only, ...others] = alternatives;
  if (only !== undefined && others.length === 0) {
    return only;
  }
  const split = splitByTag(group, root);
  return split.length > 0 ? { allOf: split } : { [keyword]: alternatives };
}

/** Puts alternatives that a value may fit by its type into one group. Null: one of them does not say its types. */
function groupByKind(alternatives: readonly JsonSchema[], root: JsonSchema): Group[] | null {
  let groups: Group[] = [];
  for (const alternative of alternatives) {
    const types = listTypes(alternative, root, { left: maxRead });
    if (types === null) {
      return null;
    }
    const kinds = new Set(types.map(kindOf));
    const { same = [], others = [] } = Object.groupBy(groups, (group) =>
      [...group.types].some((type) => kinds.has(kindOf(type))) ? "same" : "others",
    );
    const [first = { types: new Set<string>(), alternatives: [] }, ...more] = same;
    for (const joined of [...more, { types: new Set(types), alternatives: [alternative] }]) {
      first.types = first.types.union(joined.types);
      for (const one of joined.alternatives) {
        first.alternatives.push(one);
      }
    }
    groups = [...others, first];
  }
  return groups;
}

/** The digits of a large integer may be sent as a text (decisions D8a), so texts and numbers are one kind. */
const kindOf = (type: string): string => (type === "integer" || type === "number" ? "string" : type);

/** Lists the types of JSON Schema that a schema accepts at most. Null: it does not say. */
function listTypes(schema: JsonSchema, root: JsonSchema, budget: { left: number }): string[] | null {
  budget.left -= 1;
  if (budget.left < 0) {
    return null;
  }
  const { type, enum: values, allOf, anyOf, oneOf, $ref } = schema;
  const read = (one: unknown) => listTypes(objectOf(one), root, budget);
  if (type !== undefined) {
    return listOf(type).map(String);
  }
  if (Object.hasOwn(schema, "const")) {
    return [typeOf(schema.const)];
  }
  if (Array.isArray(values)) {
    return values.map(typeOf);
  }
  if (typeof $ref === "string") {
    return read(readParts(root, splitReference($ref)));
  }
  if (anyOf !== undefined || oneOf !== undefined) {
    const types = listOf(anyOf ?? oneOf).map(read);
    return types.includes(null) ? null : types.flatMap((each) => each ?? []);
  }
  return (
    listOf(allOf)
      .map(read)
      .find((each) => each !== null) ?? null
  );
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function splitByTag({ types, alternatives }: Group, root: JsonSchema): JsonSchema[] {
  const objects = alternatives.map((alternative) => followReferences(alternative, root));
  const tag = [...types].every((type) => type === "object") ? findTag(objects, root) : null;
  if (tag === null) {
    return [];
  }
  const { name, valuesOf } = tag;
  const tagged = (values: readonly string[] | undefined): JsonSchema => ({
    type: "object",
    required: [name],
    properties: { [name]: { enum: values } },
  });
  return [
    tagged(valuesOf.flat()),
    ...alternatives.map((alternative, index) => when(tagged(valuesOf[index]), alternative)),
  ];
}

/** Finds the member that all objects require, each with other constants. */
function findTag(objects: readonly JsonSchema[], root: JsonSchema): Tag | null {
  for (const name of listOf(objects[0]?.required).slice(0, maxTags).map(String)) {
    const valuesOf = objects.map((object) =>
      listOf(object.required).includes(name) ? listConstants(objectOf(object.properties)[name], root) : [],
    );
    const values = valuesOf.flat();
    if (valuesOf.every((each) => each.length > 0) && new Set(values).size === values.length) {
      return { name, valuesOf };
    }
  }
  return null;
}

/** Lists the texts that a schema accepts; none when it accepts anything else. */
function listConstants(schema: unknown, root: JsonSchema): string[] {
  const member = followReferences(schema, root);
  const values = Object.hasOwn(member, "const") ? [member.const] : listOf(member.enum);
  return values.every((value) => typeof value === "string") ? values : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
