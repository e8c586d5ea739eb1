import type { JsonSchema } from "../../json-schema.ts";
import { isRecord, listOf, namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";
import { typesOf } from "./schema-type.ts";

/**
 * Adds to each alternative of a union the values of the discriminating property that the mapping gives for it, unless the
 * alternative states them. JSON Schema has no discriminator (OpenAPI 3.1 §4.8.25).
 */
export function tagAlternatives(
  schema: UncheckedRecord,
  members: unknown[],
  converted: JsonSchema[],
  references: References,
): JsonSchema[] {
  const discriminator = recordOf(schema.discriminator);
  const property = discriminator.propertyName;
  if (typeof property !== "string") {
    return converted;
  }
  const values = valuesByPointer(discriminator.mapping, references);
  if (values.size === 0) {
    return converted;
  }
  return converted.map((alternative, index) => {
    const member = members[index];
    if (!isRecord(member) || typeof member.$ref !== "string") {
      return alternative;
    }
    const found = references.find(member.$ref);
    const own = found && values.get(found.pointer);
    if (!own || restricts(found.value, property, references)) {
      return alternative;
    }
    const constraint = own.length === 1 ? { const: own[0] } : { enum: own };
    return { ...alternative, properties: { [property]: constraint }, required: [property] };
  });
}

/**
 * Whether a union tells its alternatives apart, so that an input that means one matches no other. Not if the document leaves open
 * which values of the discriminating property belong to an alternative, and not without one if two take the same values.
 */
export function isExclusive(schema: UncheckedRecord, members: unknown[], references: References): boolean {
  const discriminator = recordOf(schema.discriminator);
  const property = discriminator.propertyName;
  if (typeof property !== "string") {
    const types = members.flatMap((member) => listShared(member, references));
    return new Set(types).size === types.length;
  }
  const values = valuesByPointer(discriminator.mapping, references);
  return members.every((member) => {
    const { $ref, type } = recordOf(member);
    const pointer = typeof $ref === "string" ? references.find($ref)?.pointer : undefined;
    const isTagged = pointer !== undefined && values.has(pointer);
    return isTagged || type === "null" || restricts(member, property, references);
  });
}

/** Lists the types whose values another alternative of the type would take, too: all, but of objects only those that demand nothing. */
function listShared(member: unknown, references: References): string[] {
  const schema = recordOf(references.followToRecord(member));
  const [first] = listOf(schema.allOf);
  const own = schema.type === undefined && first !== undefined ? references.followToRecord(first) : schema;
  const { type, required, additionalProperties, properties } = recordOf(own);
  const isOpen = listOf(required).length === 0 && additionalProperties !== false;
  const types = typesOf(type) ?? (properties === undefined ? [] : ["object"]);
  return types
    .filter((one) => one !== "null" && (one !== "object" || isOpen))
    .map((one) => (one === "integer" ? "number" : one));
}

/** What was read of a document's mappings: YAML can repeat a long one in each of its schemas. */
const known = new WeakMap<object, ReadonlyMap<string, string[]>>();

function valuesByPointer(mapping: unknown, references: References): ReadonlyMap<string, string[]> {
  if (!isRecord(mapping)) {
    return new Map();
  }
  const values = known.get(mapping) ?? readMapping(mapping, references);
  known.set(mapping, values);
  return values;
}

function readMapping(mapping: UncheckedRecord, references: References): ReadonlyMap<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [value, target] of namedEntriesOf(mapping)) {
    if (typeof target !== "string") {
      continue;
    }
    const found = references.find(target) ?? references.find(`#/components/schemas/${target}`);
    if (found) {
      const own = values.get(found.pointer) ?? [];
      own.push(value);
      values.set(found.pointer, own);
    }
  }
  return values;
}

/** Whether the alternative itself states the values of the property. */
function restricts(schema: unknown, property: string, references: References): boolean {
  const properties = recordOf(references.followToRecord(schema)?.properties);
  const own = references.followToRecord(properties[property]);
  return own !== undefined && (own.const !== undefined || own.enum !== undefined);
}
