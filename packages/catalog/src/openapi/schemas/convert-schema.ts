import type { JsonSchema } from "../../json-schema.ts";
import { listKeywords } from "../../nested-schemas.ts";
import {
  isRecord,
  listOf,
  namedEntriesOf,
  recordOf,
  textsOf,
  type UncheckedRecord,
  wordOf,
} from "../../record.ts";
import type { References } from "../document/references.ts";
import { isExclusive, tagAlternatives } from "./discriminator.ts";
import { fitEnumeration } from "./enumeration.ts";
import { fitValues } from "./fit-values.ts";
import { type Direction, hiddenNames, isHidden, joinNames } from "./hidden-properties.ts";
import { inlineSubtypes } from "./inline-subtypes.ts";
import { javascriptPattern } from "./javascript-pattern.ts";
import { permitNull } from "./permit-null.ts";
import {
  isExact,
  plainKeywords,
  type Remark,
  readExamples,
  remarkInexact,
  singleSchemaKeywords,
} from "./schema-keywords.ts";
import { typeKeyword, typesOf } from "./schema-type.ts";

/** Everything that the conversion of one schema needs. */
export interface ConversionScope {
  direction: Direction;
  references: References;
  remark: Remark;
  /** Returns the name in `$defs` of a reference's target, and records its use. Null when the target is not in the document. */
  nameDefinition(reference: string): string | null;
  /** Properties that an outer `allOf` hides in this direction. Inner schemas must not require them. */
  hidden?: ReadonlySet<string>;
}

/** Keywords kept next to a `$ref`. OpenAPI 3.0 formally ignores them, but authors mean the same as in 3.1. */
const referenceSiblings = new Set(["title", "description", "default", "deprecated"]);

/** Converts a schema of OpenAPI 3 or Swagger 2.0 to JSON Schema 2020-12. Other keywords are dropped. */
export function convertSchema(schema: unknown, scope: ConversionScope): JsonSchema {
  if (schema === false) {
    return { not: {} };
  }
  if (!isRecord(schema)) {
    return {};
  }
  const whole = scope.references.readBeside(schema);
  if (whole !== null) {
    return convertSchema(whole, scope);
  }
  const isNullable = schema.nullable === true || schema["x-nullable"] === true;
  if (typeof schema.$ref === "string") {
    const converted = convertReference(schema, schema.$ref, scope);
    return isNullable ? permitNull(converted) : converted;
  }
  const result: JsonSchema = {};
  const own = hiddenNames(schema, scope.direction, scope.references);
  const hidden = scope.hidden === undefined ? own : joinNames([scope.hidden, own]);
  const inner: ConversionScope = { ...scope, hidden };
  const outer: ConversionScope = scope.hidden ? withoutHidden(scope) : scope;
  convertType(schema, result, scope.remark);
  for (const [keyword, value] of Object.entries(schema)) {
    const plain = plainKeywords.get(keyword);
    if (plain) {
      assign(result, keyword, plain(value, scope.remark));
    } else if (listKeywords.has(keyword)) {
      const isOpen = keyword === "oneOf" && !isExclusive(schema, listOf(value), scope.references);
      assign(
        result,
        isOpen && schema.anyOf === undefined ? "anyOf" : keyword,
        convertList(keyword, value, schema, inner, outer),
      );
    } else if (singleSchemaKeywords.has(keyword)) {
      result[keyword] = value === true ? true : convertSubschema(value, outer);
    } else if (keyword === "patternProperties") {
      assign(result, keyword, convertPatterns(value, outer));
    } else if (keyword === "dependentSchemas") {
      assign(result, keyword, convertMap(value, outer));
    }
  }
  openForLostPatterns(schema, result);
  convertItems(schema, result, outer);
  convertProperties(schema, result, hidden, outer);
  convertBooleanBounds(schema, result);
  assign(result, "examples", readExamples(schema.example, schema.examples));
  const fitted = fitValues(result, isNullable);
  return isNullable ? permitNull(fitted) : fitted;
}

function convertReference(schema: UncheckedRecord, reference: string, scope: ConversionScope): JsonSchema {
  const name = scope.nameDefinition(reference);
  const result: JsonSchema = name === null ? {} : { $ref: `#/$defs/${name}` };
  for (const [keyword, value] of Object.entries(schema)) {
    if (!referenceSiblings.has(keyword)) {
      continue;
    }
    assign(result, keyword, plainKeywords.get(keyword)?.(value, scope.remark));
  }
  return result;
}

function convertSubschema(value: unknown, scope: ConversionScope): JsonSchema | false {
  return value === false ? false : convertSchema(value, scope);
}

function convertList(
  keyword: string,
  value: unknown,
  schema: UncheckedRecord,
  inner: ConversionScope,
  outer: ConversionScope,
): JsonSchema[] | undefined {
  const members = listOf(value);
  if (members.length === 0) {
    return undefined;
  }
  if (keyword === "allOf") {
    return members.map((member) => convertSchema(member, inner));
  }
  if (keyword === "prefixItems") {
    return members.map((member) => convertSchema(member, outer));
  }
  const alternatives = inlineSubtypes(schema, members, inner.references);
  const converted = alternatives.map((alternative) => convertSchema(alternative, inner));
  return tagAlternatives(schema, members, converted, inner.references);
}

function convertItems(schema: UncheckedRecord, result: JsonSchema, scope: ConversionScope): void {
  const { items } = schema;
  if (items === undefined) {
    return;
  }
  if (!Array.isArray(items)) {
    result.items = convertSubschema(items, scope);
  }
  // Earlier drafts wrote a tuple as a list of item schemas.
  else if (items.length > 0) {
    result.prefixItems = items.map((item) => convertSchema(item, scope));
  }
}

function convertProperties(
  schema: UncheckedRecord,
  result: JsonSchema,
  hidden: ReadonlySet<string>,
  scope: ConversionScope,
): void {
  if (isRecord(schema.properties)) {
    const shown = Object.entries(schema.properties).filter(
      ([, property]) => !isHidden(property, scope.direction, scope.references),
    );
    const converted = shown.map(([name, property]) => [name, convertSchema(property, scope)] as const);
    const [inherited] = converted.filter(([name]) => name === "__proto__");
    result.properties = Object.fromEntries(converted.filter((one) => one !== inherited));
    // Few programs can read a property of this name, but all can read a pattern.
    if (inherited !== undefined) {
      result.patternProperties = { ...recordOf(result.patternProperties), "^__proto__$": inherited[1] };
    }
  }
  const required = textsOf(schema.required).filter((name) => !hidden.has(name));
  if (required.length > 0) {
    result.required = required;
  }
}

function convertType(schema: UncheckedRecord, result: JsonSchema, remark: Remark): void {
  const types = typesOf(schema.type);
  if (types) {
    result.type = typeKeyword(types);
  } else if (schema.type !== undefined && schema.type !== "any") {
    remark(`The type ${JSON.stringify(schema.type)} is unknown`);
  } else if (isRecord(schema.properties)) {
    result.type = "object";
  } else if (schema.items !== undefined) {
    result.type = "array";
  }
  if (wordOf(schema.type).toLowerCase() === "file") {
    result.format = "binary";
  }
  if (!Array.isArray(schema.enum)) {
    return;
  }
  const known = schema.enum.filter(isExact);
  if (known.length < schema.enum.length) {
    remarkInexact("enum", remark);
  }
  const values = fitEnumeration(known, types);
  if (values) {
    result.enum = values;
  }
}

/** Converts `exclusiveMinimum: true` next to `minimum`, the form of OpenAPI 3.0 and Swagger 2.0. */
function convertBooleanBounds(schema: UncheckedRecord, result: JsonSchema): void {
  for (const [exclusive, inclusive] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (schema[exclusive] !== true || result[inclusive] === undefined) {
      continue;
    }
    result[exclusive] = result[inclusive];
    delete result[inclusive];
  }
}

function convertPatterns(value: unknown, scope: ConversionScope): JsonSchema | undefined {
  const known = namedEntriesOf(value).flatMap(([pattern, schema]) => {
    const translated = javascriptPattern(pattern);
    if (translated === null) {
      scope.remark(
        `The pattern ${pattern} was left out: JavaScript does not know it, or it cannot run in linear time`,
      );
    }
    return translated === null ? [] : [[translated, convertSchema(schema, scope)]];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Permits unknown members when a pattern was dropped, because the pattern may have permitted them. */
function openForLostPatterns(schema: UncheckedRecord, result: JsonSchema): void {
  const given = namedEntriesOf(schema.patternProperties).length;
  if (given > Object.keys(result.patternProperties ?? {}).length) {
    delete result.additionalProperties;
    delete result.unevaluatedProperties;
  }
}

function convertMap(value: unknown, scope: ConversionScope): JsonSchema {
  return Object.fromEntries(
    namedEntriesOf(recordOf(value)).map(([name, schema]) => [name, convertSchema(schema, scope)]),
  );
}

function withoutHidden({ hidden: _hidden, ...scope }: ConversionScope): ConversionScope {
  return scope;
}

function assign(result: JsonSchema, keyword: string, value: unknown): void {
  if (value !== undefined) {
    result[keyword] = value;
  }
}
