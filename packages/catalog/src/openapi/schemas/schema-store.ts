import type { JsonSchema } from "../../json-schema.ts";
import { isRecord } from "../../record.ts";
import { type References, splitAddress } from "../document/pointer.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";
import { convertSchema } from "./convert-schema.ts";
import type { Direction } from "./hidden-properties.ts";

/** A schema with references to it, converted once for each direction. */
export interface Definition {
  schema: JsonSchema;
  /** Names of the definitions that it refers to. */
  uses: ReadonlySet<string>;
  /** Length of the schema as JSON. */
  size: number;
}

/** Converts schemas of one document. All tools share the definitions, so never change them. */
export interface SchemaStore {
  /** Converts a schema and adds the names of its definitions to `uses`. `place` is named in remarks. */
  convert(schema: unknown, direction: Direction, uses: Set<string>, place: string): JsonSchema;
  definition(name: string, direction: Direction): Definition;
}

export function createSchemaStore(references: References, notes: Notes): SchemaStore {
  const names = new Map<string, string>();
  const sources = new Map<string, unknown>();
  const converted = new Map<string, Definition>();
  const nextNumber = createNumbering();

  const nameDefinition = (reference: string, place: string): string | null => {
    const found = references.find(reference);
    if (!found || isEndless(found.value, references)) {
      notes.addAt(
        references.isOutside(reference)
          ? `The reference ${reference} leaves the document and is not followed; anything is permitted there`
          : `The reference ${reference} points to nothing; anything is permitted there`,
        place,
      );
      return null;
    }
    const known = names.get(found.pointer);
    if (known !== undefined) {
      return known;
    }
    const base = definitionName(found.pointer);
    const isFree = (name: string) => !sources.has(name) && name !== "__proto__";
    const name = isFree(base) ? base : nextNumber(`${base}_`, isFree);
    names.set(found.pointer, name);
    sources.set(name, found.value);
    return name;
  };

  const convert: SchemaStore["convert"] = (schema, direction, uses, place) =>
    convertSchema(schema, {
      direction,
      references,
      remark: (message) => notes.addAt(message, place),
      nameDefinition: (reference) => {
        const name = nameDefinition(reference, place);
        if (name !== null) {
          uses.add(name);
        }
        return name;
      },
    });

  return {
    convert,
    definition: (name, direction) => {
      const key = `${direction} ${name}`;
      const known = converted.get(key);
      if (known) {
        return known;
      }
      const uses = new Set<string>();
      const schema = convert(sources.get(name), direction, uses, `schema ${name}`);
      const definition = { schema, uses, size: JSON.stringify(schema).length };
      converted.set(key, definition);
      return definition;
    },
  };
}

/** Whether a chain of references has no schema at its end. */
function isEndless(value: unknown, references: References): boolean {
  return isRecord(value) && typeof value.$ref === "string" && references.follow(value) === undefined;
}

/** Makes a name for `$defs` from the end of a pointer. It needs no escaping in a `$ref`. */
function definitionName(pointer: string): string {
  return clean(nameTarget(pointer)) || "schema";
}

/** A part of a file is named like one of the document, and a whole file like the file. */
function nameTarget(pointer: string): string {
  if (pointer === "" || pointer.startsWith("/")) {
    return nameByEnd(pointer, /^\/components\/schemas\/[^/]+$/);
  }
  const [address, ofFile] = splitAddress(pointer);
  return ofFile === ""
    ? (address.split("?", 1)[0]?.split("/").at(-1) ?? "").replace(/\.\w+$/, "")
    : nameByEnd(ofFile, /^(?:\/components\/schemas|\/definitions|\/\$defs)?\/[^/]+$/);
}

/** @param named matches pointers whose last segment says enough */
function nameByEnd(pointer: string, named: RegExp): string {
  const segments = pointer.split("/").filter((segment) => segment !== "");
  return segments.slice(named.test(pointer) ? -1 : -2).join("_");
}

function clean(name: string): string {
  return name
    .replaceAll("~1", "_")
    .replaceAll("~0", "_")
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
}
