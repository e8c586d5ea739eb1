import { BowlineError } from "../errors.ts";
import { parseExactJson } from "../parse-exact-json.ts";
import type { JsonSchema } from "../types.generated.ts";

/** The schemas of a toolset's tools as OpenAI gets them. */
export interface PreparedSchemas {
  read(name: string): JsonSchema;
  /** Takes out the nulls that stand for members left out. `input` is the JSON text of a model. */
  clean(name: string, input: string): unknown;
}

type Node = Record<string, unknown>;

/**
 * Keywords that the strict form takes beside those that hold schemas (https://developers.openai.com/api/docs/guides/structured-outputs).
 * OpenAI refuses a request with any other. Those do not decide what a call may contain, or the server checks them.
 */
const taken = new Set([
  ...["type", "enum", "const", "title", "description", "pattern", "format", "minItems", "maxItems"],
  ...["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);
/** OpenAI refuses a request with any other, such as `uri` or `int64`. */
const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const refused = [
  "allOf",
  "not",
  "if",
  "patternProperties",
  "dependentSchemas",
  "dependentRequired",
  "prefixItems",
];

/** @throws BowlineError when `isStrict` and a schema cannot be written in the strict form */
export function prepareSchemas(
  tools: readonly { name: string; schema: JsonSchema }[],
  isStrict: boolean,
): PreparedSchemas {
  const given = new Map(tools.map(({ name, schema }) => [name, schema]));
  const strict = new Map(isStrict ? tools.map(({ name, schema }) => [name, writeStrict(schema, name)]) : []);
  return {
    read: (name) => strict.get(name) ?? given.get(name) ?? {},
    clean(name, input) {
      const schema = given.get(name);
      if (!isStrict || schema === undefined) {
        return input;
      }
      try {
        return dropNulls(parseExactJson(input), schema, schema);
      } catch {
        return input;
      }
    },
  };
}

/** Writes a schema in the strict form: every member required, those that may be left out nullable, no free members. */
function writeStrict(schema: unknown, tool: string): Node {
  if (!isNode(schema)) {
    throw refuse(tool, anyValue);
  }
  const wrong = refused.find((keyword) => keyword in schema);
  if (wrong !== undefined) {
    throw refuse(tool, `its schema has ${wrong}`);
  }
  const { $ref, description } = schema;
  if ($ref !== undefined) {
    // Nothing may stand beside a reference.
    return description === undefined ? { $ref } : { anyOf: [{ $ref }], description };
  }
  const strict: Node = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "$defs" && isNode(value)) {
      strict.$defs = Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, writeStrict(one, tool)]),
      );
    } else if (keyword === "oneOf" || keyword === "anyOf") {
      const alternatives = [value].flat();
      if (!alternatives.every(onlyRequires)) {
        strict.anyOf = alternatives.map((one) => writeStrict(one, tool));
      }
    } else if (keyword === "items") {
      strict.items = writeStrict(value, tool);
    } else if (taken.has(keyword) && (keyword !== "format" || formats.includes(String(value)))) {
      strict[keyword] = value;
    }
  }
  return addType(allowsObject(schema) ? { ...strict, ...writeMembers(schema, tool) } : strict, tool);
}

/** Whether an alternative says only which members it needs. The server checks that. */
const onlyRequires = (schema: unknown): boolean =>
  isNode(schema) && Object.keys(schema).join() === "required";

const anyValue = "its input has a value of any type";

/** OpenAI refuses a request with a schema that has no type. */
function addType(strict: Node, tool: string): Node {
  if (strict.type !== undefined || strict.anyOf !== undefined) {
    return strict;
  }
  const values = strict.const === undefined ? [strict.enum ?? []].flat() : [strict.const];
  const types = new Set([
    ...(strict.properties === undefined ? [] : ["object"]),
    ...(strict.items === undefined ? [] : ["array"]),
    ...values.map((value) => (value === null ? "null" : typeof value)),
  ]);
  if (types.size === 0 || values.some((value) => Object(value) === value)) {
    throw refuse(tool, anyValue);
  }
  return { type: types.size === 1 ? [...types][0] : [...types], ...strict };
}

const allowsObject = ({ type, properties }: Node): boolean =>
  properties !== undefined || type === "object" || (Array.isArray(type) && type.includes("object"));

function writeMembers({ properties, required, additionalProperties }: Node, tool: string): Node {
  const isFree = additionalProperties !== undefined && additionalProperties !== false;
  if (isFree || (!isNode(properties) && additionalProperties !== false)) {
    throw refuse(tool, "its input has an object with free members");
  }
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(isNode(properties) ? properties : {}).map(([name, member]) => {
    const written = writeStrict(member, tool);
    return [name, needed.includes(name) ? written : allowNull(written)];
  });
  return {
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

const refuse = (tool: string, reason: string): BowlineError =>
  new BowlineError(`The tool ${tool} cannot be strict: ${reason}. Leave "strict" out.`);

function allowNull(schema: Node): Node {
  return schema.type !== undefined && schema.enum === undefined && schema.const === undefined
    ? { ...schema, type: [...new Set([schema.type].flat()).add("null")] }
    : { anyOf: [schema, { type: "null" }] };
}

/** Takes out a null where the schema neither requires the member nor accepts null. */
function dropNulls(value: unknown, schema: unknown, root: Node): unknown {
  if (!isNode(schema) || (!Array.isArray(value) && !isNode(value))) {
    return value;
  }
  const parts = findParts(value, follow(schema, root), root);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return value.map((one) => dropNulls(one, items, root));
  }
  const properties = joinProperties(parts);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => one !== null || isRequired(name, parts) || acceptsNull(properties[name], root))
      .map(([name, one]) => [name, dropNulls(one, properties[name], root)]),
  );
}

/** The schema with the alternative that the value was written for. In the strict form, a value has all members of its alternative. */
function findParts(value: unknown[] | Node, schema: Node, root: Node): Node[] {
  const all = listAlternatives(schema, root);
  const fitting = all.filter((parts) => fits(value, parts));
  const [first, ...others] = fitting;
  const countMembers = (parts: Node[]) => Object.keys(joinProperties(parts)).length;
  return first === undefined
    ? all.flat()
    : others.reduce((best, one) => (countMembers(one) > countMembers(best) ? one : best), first);
}

/** Alternatives of alternatives multiply, and an application may describe any number. More are not looked at. */
const maxLooks = 256;

/** Lists each alternative with the schemas that it is in, the outermost first. */
function listAlternatives(schema: Node, root: Node, looks = { left: maxLooks }): Node[][] {
  if (looks.left-- <= 0) {
    return [];
  }
  const inner = [schema.anyOf, schema.oneOf].flat().filter(isNode);
  return inner.length === 0
    ? [[schema]]
    : inner.flatMap((one) =>
        listAlternatives(follow(one, root), root, looks).map((parts) => [schema, ...parts]),
      );
}

function fits(value: unknown[] | Node, parts: Node[]): boolean {
  if (Array.isArray(value)) {
    return parts.some(({ items }) => items !== undefined);
  }
  return (
    parts.some(allowsObject) &&
    Object.entries(joinProperties(parts)).every(
      ([name, member]) => name in value && isNode(member) && allowsText(member, value[name]),
    )
  );
}

/** Whether a text, such as the one that tells alternatives apart, is among the values that a member may have. */
const allowsText = ({ const: only, enum: values }: Node, value: unknown): boolean =>
  typeof value !== "string" ||
  ((only === undefined || only === value) && (!Array.isArray(values) || values.includes(value)));

/** The members of an object. Those of the outermost schema come first. */
const joinProperties = (parts: Node[]): Node =>
  Object.assign({}, ...parts.map(({ properties }) => properties).reverse());

const isRequired = (name: string, parts: Node[]): boolean =>
  parts.some(
    ({ properties, required }) =>
      isNode(properties) && name in properties && Array.isArray(required) && required.includes(name),
  );

function acceptsNull(schema: unknown, root: Node, looks = { left: maxLooks }): boolean {
  if (!isNode(schema) || looks.left-- <= 0) {
    return false;
  }
  const { type, enum: values, anyOf, oneOf, const: only } = follow(schema, root);
  return (
    [type].flat().includes("null") ||
    only === null ||
    (Array.isArray(values) && values.includes(null)) ||
    [anyOf, oneOf].flat().some((one) => acceptsNull(one, root, looks))
  );
}

const follow = (node: Node, root: Node): Node =>
  typeof node.$ref === "string" ? (resolve(node.$ref, root) ?? node) : node;

/** Finds a definition; references lead only into the schema's own `$defs`. */
function resolve(reference: string, root: Node): Node | undefined {
  const definition = isNode(root.$defs) ? root.$defs[readName(reference)] : undefined;
  return isNode(definition) ? definition : undefined;
}

/** Reads the definition's name in a reference (RFC 6901 §6). */
const readName = (reference: string): string =>
  decodeURIComponent(reference.replace("#/$defs/", "")).replaceAll("~1", "/").replaceAll("~0", "~");

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
