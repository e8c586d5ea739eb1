import type { JsonSchema } from "../json-schema.ts";
import { escapePointerSegment, readParts, splitReference } from "../manifest/json-pointer.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "../nested-schemas.ts";
import { isRecord, recordOf } from "../record.ts";
import { removeInvisible } from "../remove-invisible.ts";
import { isKeywordValid, isPattern } from "./is-keyword-valid.ts";

const maxDepth = 64;
/** The most characters of all parts of one schema that become definitions, because it refers to them. */
const maxSharedLength = 256 * 1024;
const textKeywords = new Set(["title", "description", "$comment"]);
/** Most name or find schemas elsewhere. A tool's schema refers only to its own `$defs` (decisions D19). */
const droppedKeywords = new Set([
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  // No keyword. Assigned, it would set a prototype, whose members count as keywords.
  "__proto__",
  "definitions",
  "$defs",
  // Says what a text holds, and may refer to what is left out here.
  "contentSchema",
  // Older drafts have these; 2020-12 has no place for them.
  "additionalItems",
  "dependencies",
]);

const newestDraft = "https://json-schema.org/draft/2020-12/schema";

/** The definitions that a schema may refer to, and their anchors. */
interface Names {
  definitions: ReadonlySet<string>;
  /** Notes that something refers to a definition. The others are left out: some servers send all of theirs with each tool. */
  use(name: string): void;
  /** The definition's name by its anchor. */
  anchors: ReadonlyMap<string, string>;
  /** Returns the name of the definition that another part of the schema becomes. Null: there is no such part. */
  share(reference: string): string | null;
}

/**
 * Converts the schema of an input to an object schema of JSON Schema 2020-12 (decisions D19). A part that cannot be kept
 * permits anything. A value that is not an object schema becomes a schema that permits any object. The draft is named only if the schema
 * itself names 2020-12, and a definition keeps its anchor.
 */
export function convertMcpSchema(declared: unknown): JsonSchema {
  const schema = convertMcpOutput(declared);
  return schema.type === "object" ? schema : { type: "object" };
}

/** Does the same with the schema of an output, which is of any type from revision 2026-07-28 on. Without a type it is an object. */
export function convertMcpOutput(declared: unknown): JsonSchema {
  if (!isRecord(declared)) {
    return { type: "object" };
  }
  const definitions = { ...recordOf(declared.definitions), ...recordOf(declared.$defs) };
  const needed: NeededPart[] = [];
  const names: Names = {
    definitions: new Set(Object.keys(definitions)),
    use: prepareUse(definitions, needed),
    anchors: findAnchors(definitions),
    share: prepareSharing(declared, definitions, needed),
  };
  const converted = convert(declared, names, 0);
  const isObject = converted.type === undefined || [converted.type].flat().includes("object");
  const draft = declared.$schema === newestDraft ? { $schema: newestDraft } : {};
  const root: JsonSchema = { ...draft, ...converted, ...(isObject && { type: "object" }) };
  if (needed.length > 0) {
    root.$defs = convertNeeded(needed, names);
  }
  return root;
}

/** A definition, or another part that becomes one, because something refers to it. */
interface NeededPart {
  name: string;
  part: unknown;
}

function prepareUse(definitions: Record<string, unknown>, needed: NeededPart[]): Names["use"] {
  const used = new Set<string>();
  return (name) => {
    if (!used.has(name)) {
      used.add(name);
      needed.push({ name, part: definitions[name] });
    }
  };
}

/** Writers of schemas refer to what they wrote before, as in `#/properties/from`, or to the whole (`#`). */
function prepareSharing(
  root: Record<string, unknown>,
  definitions: Record<string, unknown>,
  needed: NeededPart[],
): Names["share"] {
  const shared = new Map<string, string>();
  const taken = new Set<string>();
  let lengthLeft = maxSharedLength;
  return (reference) => {
    const known = shared.get(reference);
    if (known !== undefined) {
      return known;
    }
    const part = readParts(root, splitReference(reference));
    if (!isRecord(part) || lengthLeft <= 0) {
      return null;
    }
    lengthLeft -= JSON.stringify(part).length;
    let number = shared.size + 1;
    while (Object.hasOwn(definitions, `shared${number}`) || taken.has(`shared${number}`)) {
      number += 1000;
    }
    const name = `shared${number}`;
    taken.add(name);
    shared.set(reference, name);
    needed.push({ name, part });
    return name;
  };
}

/** An anchor that two definitions have names neither. */
function findAnchors(definitions: Record<string, unknown>): Map<string, string> {
  const anchors = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, definition] of Object.entries(definitions)) {
    const anchor = isRecord(definition) ? definition.$anchor : undefined;
    if (typeof anchor === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(anchor)) {
      if (anchors.has(anchor)) {
        repeated.add(anchor);
      }
      anchors.set(anchor, name);
    }
  }
  for (const anchor of repeated) {
    anchors.delete(anchor);
  }
  return anchors;
}

/** @param needed grows on the way, since each part may refer to further ones */
function convertNeeded(needed: readonly NeededPart[], names: Names): Record<string, JsonSchema> {
  const anchors = new Map([...names.anchors].map(([anchor, name]) => [name, anchor]));
  const converted = new Map<string, JsonSchema>();
  for (const { name, part } of needed) {
    const anchor = anchors.get(name);
    const definition = convert(part, names, 1);
    converted.set(name, anchor === undefined ? definition : { $anchor: anchor, ...definition });
  }
  return Object.fromEntries(converted);
}

function convert(declared: unknown, names: Names, depth: number): JsonSchema {
  if (!isRecord(declared) || depth > maxDepth) {
    return declared === false ? { not: {} } : {};
  }
  const schema: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(declared)) {
    if (droppedKeywords.has(keyword) || !isKeywordValid(keyword, value)) {
      continue;
    }
    if (keyword === "$ref") {
      Object.assign(schema, convertReference(value, names));
    } else if (keyword === "required" && Array.isArray(value)) {
      schema.required = [...new Set(value.filter((name) => typeof name === "string"))];
    } else if (keyword === "items" && Array.isArray(value)) {
      // Before 2020-12 `items` could be a list of schemas.
      schema.prefixItems = value.map((one) => convert(one, names, depth + 1));
    } else if (textKeywords.has(keyword)) {
      schema[keyword] = removeInvisible(String(value));
    } else if (mapKeywords.has(keyword)) {
      const named = Object.entries(recordOf(value)).filter(
        ([name]) => keyword !== "patternProperties" || isPattern(name),
      );
      schema[keyword] = convertEach(named, names, depth + 1);
    } else if (listKeywords.has(keyword)) {
      schema[keyword] = Array.isArray(value) ? value.map((one) => convert(one, names, depth + 1)) : [{}];
    } else if (schemaKeywords.has(keyword)) {
      schema[keyword] = typeof value === "boolean" ? value : convert(value, names, depth + 1);
    } else {
      schema[keyword] = value;
    }
  }
  return schema as JsonSchema;
}

function convertEach(
  schemas: readonly [string, unknown][],
  names: Names,
  depth: number,
): Record<string, JsonSchema> {
  const converted = schemas.map(([name, one]) => [name, convert(one, names, depth)]);
  return Object.fromEntries(converted);
}

function convertReference(reference: unknown, names: Names): { $ref?: string } {
  const { definitions, anchors, share } = names;
  if (typeof reference !== "string" || !reference.startsWith("#")) {
    return {};
  }
  const anchored = anchors.get(reference.slice(1));
  if (anchored !== undefined) {
    names.use(anchored);
    return referTo(anchored);
  }
  if (!/^#(?:\/|$)/.test(reference)) {
    return {};
  }
  const [place, name = "", ...further] = splitReference(reference);
  const isDefinition = (place === "$defs" || place === "definitions") && further.length === 0;
  if (isDefinition && definitions.has(name)) {
    names.use(name);
    return referTo(name);
  }
  const shared = share(reference);
  return shared === null ? {} : referTo(shared);
}

const referTo = (name: string): { $ref: string } => ({
  $ref: `#/$defs/${escapePointerSegment(name).replaceAll("%", "%25")}`,
});
