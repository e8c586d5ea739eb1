import { isRecord, recordOf, type UncheckedRecord } from "../../record.ts";

/** A value of a document or file, and whether its members are named by the author, such as those of `properties`. */
export interface WalkedPlace<Origin> {
  value: object;
  isMap: boolean;
  /** Where the value stands. */
  origin: Origin;
}

/** Members whose own members have names that the author chose. */
const maps = new Set([
  "$defs",
  "additionalOperations",
  "content",
  "definitions",
  "dependentSchemas",
  "encoding",
  "headers",
  "mediaTypes",
  "parameters",
  "pathItems",
  "paths",
  "patternProperties",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "securityDefinitions",
  "securitySchemes",
]);

/** Members that hold data or texts, or what the application calls itself. Extensions (`x-…`) are left out, too. */
const unread = new Set([
  "callbacks",
  "const",
  "default",
  "description",
  "enum",
  "example",
  "examples",
  "externalDocs",
  "info",
  "links",
  "summary",
  "tags",
  "webhooks",
]);

/**
 * Lists the objects and lists directly in a value that may have references, in the order of the document. Its own references are not
 * among them.
 */
export function listInner<Origin>({ value, isMap, origin }: WalkedPlace<Origin>): WalkedPlace<Origin>[] {
  const inner: WalkedPlace<Origin>[] = [];
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const isRead = isList || isMap || !(unread.has(name) || name.startsWith("x-"));
    if (isRead && typeof member === "object" && member !== null) {
      inner.push({ value: member, isMap: !isList && !isMap && maps.has(name) && isRecord(member), origin });
    }
  }
  return inner;
}

/** A text in an object that refers to another place. */
export interface FoundReference {
  reference: string;
  replace(reference: string): void;
}

/** Lists the references in an object: its `$ref`, and the targets of its `discriminator` that are addresses. */
export function listReferences(value: UncheckedRecord): FoundReference[] {
  const found: FoundReference[] = [];
  const add = (holder: UncheckedRecord, name: string) => {
    const reference = holder[name];
    if (typeof reference === "string") {
      found.push({
        reference,
        replace: (other) => {
          holder[name] = other;
        },
      });
    }
  };
  add(value, "$ref");
  const mapping = recordOf(recordOf(value.discriminator).mapping);
  for (const [name, target] of Object.entries(mapping)) {
    // Anything else is the name of a schema (OpenAPI 3.1 §4.8.25).
    if (name !== "__proto__" && typeof target === "string" && /#|\.(?:json|ya?ml)$/i.test(target)) {
      add(mapping, name);
    }
  }
  return found;
}
