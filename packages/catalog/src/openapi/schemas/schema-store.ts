import type { JsonSchema } from "../../json-schema.ts";
import { isRecord } from "../../record.ts";
import { type References, splitAddress } from "../document/references.ts";
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
export class SchemaStore {
  readonly #references: References;
  readonly #notes: Notes;
  /** Names of definitions, by the pointers to their schemas. */
  readonly #names = new Map<string, string>();
  /** The schemas as they are written, by the names of their definitions. */
  readonly #sources = new Map<string, unknown>();
  readonly #converted = new Map<string, Definition>();
  readonly #nextNumber = createNumbering();

  constructor(references: References, notes: Notes) {
    this.#references = references;
    this.#notes = notes;
  }

  /** Converts a schema and adds the names of its definitions to `uses`. `place` is named in remarks. */
  convert(schema: unknown, direction: Direction, uses: Set<string>, place: string): JsonSchema {
    return convertSchema(schema, {
      direction,
      references: this.#references,
      remark: (message) => this.#notes.addAt(message, place),
      nameDefinition: (reference) => {
        const name = this.#nameDefinition(reference, place);
        if (name !== null) {
          uses.add(name);
        }
        return name;
      },
    });
  }

  definition(name: string, direction: Direction): Definition {
    const key = `${direction} ${name}`;
    const known = this.#converted.get(key);
    if (known) {
      return known;
    }
    const uses = new Set<string>();
    const schema = this.convert(this.#sources.get(name), direction, uses, `schema ${name}`);
    const definition = { schema, uses, size: JSON.stringify(schema).length };
    this.#converted.set(key, definition);
    return definition;
  }

  /** Null: the reference leads to no schema. A note says so. */
  #nameDefinition(reference: string, place: string): string | null {
    const found = this.#references.find(reference);
    if (!found || isEndless(found.value, this.#references)) {
      this.#notes.addAt(
        this.#references.isOutside(reference)
          ? `The reference ${reference} leaves the document and is not followed; anything is permitted there`
          : `The reference ${reference} points to nothing; anything is permitted there`,
        place,
      );
      return null;
    }
    const known = this.#names.get(found.pointer);
    if (known !== undefined) {
      return known;
    }
    const base = definitionName(found.pointer);
    const isFree = (name: string) => !this.#sources.has(name) && name !== "__proto__";
    const name = isFree(base) ? base : this.#nextNumber(`${base}_`, isFree);
    this.#names.set(found.pointer, name);
    this.#sources.set(name, found.value);
    return name;
  }
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
