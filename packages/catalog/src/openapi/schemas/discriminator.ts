import type { JsonSchema } from "../../json-schema.ts";
import { isRecord, namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/pointer.ts";

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
 * Whether at most one alternative of a union can match. Not if the document leaves open which values of the discriminating property
 * belong to an alternative: an input that means one may then match several.
 */
export function isExclusive(schema: UncheckedRecord, members: unknown[], references: References): boolean {
  const discriminator = recordOf(schema.discriminator);
  const property = discriminator.propertyName;
  if (typeof property !== "string") {
    return true;
  }
  const values = valuesByPointer(discriminator.mapping, references);
  return members.every((member) => {
    const { $ref, type } = recordOf(member);
    const pointer = typeof $ref === "string" ? references.find($ref)?.pointer : undefined;
    const isTagged = pointer !== undefined && values.has(pointer);
    return isTagged || type === "null" || restricts(member, property, references);
  });
}

function valuesByPointer(mapping: unknown, references: References): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [value, target] of namedEntriesOf(mapping)) {
    if (typeof target !== "string") {
      continue;
    }
    const found = references.find(target) ?? references.find(`#/components/schemas/${target}`);
    if (found) {
      values.set(found.pointer, [...(values.get(found.pointer) ?? []), value]);
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
