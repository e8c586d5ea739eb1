import type { UncheckedRecord } from "../../record.ts";
import { languages } from "./languages.ts";
import type { Property, Specification, TypeDefinition, TypeName, ValueOf } from "./specification.ts";

const builtIns: Record<string, UncheckedRecord> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  number: { type: "number" },
  null: { type: "null" },
  binary: { type: "string" },
};

/** Aliases of numbers in the namespace `_types`, whose kinds the specification tells by name only. */
const integers = new Set(["integer", "long", "short", "byte", "uint", "ulong"]);

type Interface = TypeDefinition & { kind: "interface" };

/** Finds types by name, and turns values into schemas that refer to them. */
export class TypeConverter {
  readonly #types: readonly TypeDefinition[];
  readonly #byName: ReadonlyMap<string, TypeDefinition>;

  constructor({ types }: Specification) {
    this.#types = types;
    this.#byName = new Map(types.map((type) => [keyOf(type.name), type]));
  }

  find(name: TypeName): TypeDefinition | undefined {
    return this.#byName.get(keyOf(name));
  }

  /** Converts the types to `components.schemas` of an OpenAPI document. */
  convertAll(): UncheckedRecord {
    return Object.fromEntries(
      this.#types
        .filter(({ kind }) => kind !== "request" && kind !== "response")
        .map((type) => [keyOf(type.name), describe(this.#convertType(type), type.description)]),
    );
  }

  convert(value: ValueOf): UncheckedRecord {
    switch (value.kind) {
      case "array_of":
        return { type: "array", items: this.convert(value.value) };
      case "union_of":
        return { anyOf: value.items.map((item) => this.convert(item)) };
      case "dictionary_of":
        return { type: "object", additionalProperties: this.convert(value.value) };
      case "literal_value":
        return { const: value.value };
      case "user_defined_value":
        return {};
      case "instance_of":
        return this.#convertInstance(value.type);
    }
  }

  convertProperties(properties: readonly Property[]): UncheckedRecord {
    const required = properties.filter((property) => property.required).map(({ name }) => name);
    return {
      type: "object",
      properties: Object.fromEntries(
        properties.map(({ name, description, type }) => [name, describe(this.convert(type), description)]),
      ),
      ...(required.length > 0 && { required }),
    };
  }

  #convertInstance(name: TypeName): UncheckedRecord {
    if (name.namespace === "_builtins") {
      return builtIns[name.name] ?? {};
    }
    if (name.namespace === "_types" && integers.has(name.name)) {
      return { type: "integer" };
    }
    // A name that is no type is a parameter of a generic type, such as the caller's own document.
    return this.find(name) === undefined ? {} : referTo(name);
  }

  #convertType(type: TypeDefinition): UncheckedRecord {
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
        return this.convert(type.type);
      case "interface":
        return this.#convertInterface(type);
      default:
        return {};
    }
  }

  #convertInterface({ properties, inherits, shortcutProperty }: Interface): UncheckedRecord {
    const own = this.convertProperties(properties);
    const inherited = inherits === undefined ? undefined : this.find(inherits.type);
    const whole = inherited === undefined ? own : { allOf: [referTo(inherited.name), own] };
    const shortcut = properties.find(({ name }) => name === shortcutProperty);
    return shortcut === undefined ? whole : { anyOf: [this.convert(shortcut.type), whole] };
  }
}

const referTo = (name: TypeName): UncheckedRecord => ({ $ref: `#/components/schemas/${keyOf(name)}` });

const keyOf = ({ namespace, name }: TypeName): string => `${namespace}.${name}`;

function describe(schema: UncheckedRecord, description: string | undefined): UncheckedRecord {
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description };
}
