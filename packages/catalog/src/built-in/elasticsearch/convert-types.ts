import type { UncheckedRecord } from "../../record.ts";
import type { Property, Specification, TypeDefinition, TypeName, ValueOf } from "./specification.ts";

/** Finds types by name, and turns values into schemas that refer to them. */
export interface TypeConverter {
  find(name: TypeName): TypeDefinition | undefined;
  convert(value: ValueOf): UncheckedRecord;
  convertProperties(properties: readonly Property[]): UncheckedRecord;
  /** `components.schemas` of the document. */
  schemas(): UncheckedRecord;
}

const builtIns: Record<string, UncheckedRecord> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  number: { type: "number" },
  null: { type: "null" },
  binary: { type: "string" },
};

/** Aliases of numbers in the namespace `_types`, whose kinds the specification tells by name only. */
const integers = new Set(["integer", "long", "short", "byte", "uint", "ulong"]);

/**
 * Languages of their own, such as queries and mappings. Their schemas are hundreds of kilobytes in each tool that takes one, which no
 * model can read, so a tool takes any object and names the page that describes it.
 */
const languages: Record<string, [what: string, page: string]> = {
  "_types.query_dsl.QueryContainer": [
    'A query, such as {"match": {"title": "words"}} or {"bool": {"filter": [{"term": {"status": "open"}}]}}.',
    "https://www.elastic.co/docs/explore-analyze/query-filter/languages/querydsl",
  ],
  "_types.aggregations.AggregationContainer": [
    'An aggregation, such as {"terms": {"field": "status"}}.',
    "https://www.elastic.co/docs/explore-analyze/query-filter/aggregations",
  ],
  "_types.aggregations.Aggregate": [
    "The result of an aggregation.",
    "https://www.elastic.co/docs/explore-analyze/query-filter/aggregations",
  ],
  "_types.mapping.Property": [
    'The mapping of a field, such as {"type": "keyword"}.',
    "https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/field-data-types",
  ],
  "_types.RetrieverContainer": [
    "A retriever.",
    "https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers",
  ],
  "_types.analysis.Analyzer": [
    "An analyzer.",
    "https://www.elastic.co/docs/reference/text-analysis/analyzer-reference",
  ],
  "_types.analysis.TokenFilterDefinition": [
    "A token filter.",
    "https://www.elastic.co/docs/reference/text-analysis/token-filter-reference",
  ],
  "_types.analysis.TokenizerDefinition": [
    "A tokenizer.",
    "https://www.elastic.co/docs/reference/text-analysis/tokenizer-reference",
  ],
  "indices._types.IndexSettings": [
    'Settings of an index, such as {"number_of_replicas": 1}.',
    "https://www.elastic.co/docs/reference/elasticsearch/index-settings/",
  ],
  "ingest._types.ProcessorContainer": [
    'A processor, such as {"set": {"field": "a", "value": 1}}.',
    "https://www.elastic.co/docs/reference/enrich-processor/",
  ],
};

export function createTypeConverter({ types }: Specification): TypeConverter {
  const byName = new Map(types.map((type) => [keyOf(type.name), type]));

  const convert = (value: ValueOf): UncheckedRecord => {
    switch (value.kind) {
      case "array_of":
        return { type: "array", items: convert(value.value) };
      case "union_of":
        return { anyOf: value.items.map(convert) };
      case "dictionary_of":
        return { type: "object", additionalProperties: convert(value.value) };
      case "literal_value":
        return { const: value.value };
      case "user_defined_value":
        return {};
      case "instance_of":
        return convertInstance(value.type);
    }
  };

  const convertInstance = (name: TypeName): UncheckedRecord => {
    if (name.namespace === "_builtins") {
      return builtIns[name.name] ?? {};
    }
    if (name.namespace === "_types" && integers.has(name.name)) {
      return { type: "integer" };
    }
    // A name that is no type is a parameter of a generic type, such as the caller's own document.
    return byName.has(keyOf(name)) ? { $ref: `#/components/schemas/${keyOf(name)}` } : {};
  };

  const convertProperties = (properties: readonly Property[]): UncheckedRecord => {
    const required = properties.filter((property) => property.required).map(({ name }) => name);
    return {
      type: "object",
      properties: Object.fromEntries(
        properties.map(({ name, description, type }) => [name, describe(convert(type), description)]),
      ),
      ...(required.length > 0 && { required }),
    };
  };

  const convertType = (type: TypeDefinition): UncheckedRecord => {
    const language = languages[keyOf(type.name)];
    if (language !== undefined) {
      return { type: "object", description: `${language[0]} See ${language[1]}.` };
    }
    switch (type.kind) {
      case "enum": {
        const values = type.members.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
        return type.isOpen === true ? { type: "string", examples: values } : { enum: [...new Set(values)] };
      }
      case "type_alias":
        return convert(type.type);
      case "interface":
        return convertInterface(type);
      default:
        return {};
    }
  };

  const convertInterface = (type: TypeDefinition & { kind: "interface" }): UncheckedRecord => {
    const own = convertProperties(type.properties);
    const inherited = type.inherits === undefined ? undefined : byName.get(keyOf(type.inherits.type));
    const whole =
      inherited === undefined
        ? own
        : { allOf: [{ $ref: `#/components/schemas/${keyOf(inherited.name)}` }, own] };
    const shortcut = type.properties.find(({ name }) => name === type.shortcutProperty);
    return shortcut === undefined ? whole : { anyOf: [convert(shortcut.type), whole] };
  };

  return {
    find: (name) => byName.get(keyOf(name)),
    convert,
    convertProperties,
    schemas: () =>
      Object.fromEntries(
        types
          .filter(({ kind }) => kind !== "request" && kind !== "response")
          .map((type) => [keyOf(type.name), describe(convertType(type), type.description)]),
      ),
  };
}

const keyOf = ({ namespace, name }: TypeName): string => `${namespace}.${name}`;

function describe(schema: UncheckedRecord, description: string | undefined): UncheckedRecord {
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description };
}
