import { isRecord, listOf, type UncheckedRecord, wordOf } from "../../record.ts";
import { collectAnchors, type FoundValue, findByPointer } from "./find-in-value.ts";

const maximumChain = 32;

/** Finds the targets of references: in the document, and in the files that were read with it. */
export class References {
  readonly #root: UncheckedRecord;
  readonly #files: ReadonlyMap<string, unknown>;
  /** Collected when the first one is looked for. */
  #anchors: ReadonlyMap<string, FoundValue> | undefined;
  /** Before OpenAPI 3.1, members beside a `$ref` mean nothing. */
  readonly #hasBeside: boolean;
  /** The `allOf` of each schema with members beside its `$ref`. One object each, so that a schema reached twice is recognized. */
  readonly #wholes = new WeakMap<UncheckedRecord, UncheckedRecord>();

  /** @param files the values of the files that were read with the document, by address (`followFiles`). Default: none. */
  constructor(root: UncheckedRecord, files: ReadonlyMap<string, unknown> = new Map()) {
    this.#root = root;
    this.#files = files;
    this.#hasBeside = /^3\.[1-9]/.test(wordOf(root.openapi));
  }

  /** Returns the canonical JSON Pointer of a reference, and the value there. In a file, its address and a # come first. */
  find(reference: string): FoundValue | undefined {
    if (reference === "#" || reference === "") {
      return { pointer: "", value: this.#root };
    }
    if (reference.startsWith("#/")) {
      return findByPointer(this.#root, reference.slice(2));
    }
    if (!reference.startsWith("#")) {
      return findInFile(this.#files, reference);
    }
    this.#anchors ??= collectAnchors(this.#root);
    return this.#anchors.get(reference.slice(1));
  }

  /** Whether a reference leads out of the document and of its files. */
  isOutside(reference: string): boolean {
    return !reference.startsWith("#") && !this.#files.has(splitAddress(reference)[0]);
  }

  /**
   * Returns the value itself or the final target of its `$ref`; undefined when that is not in the document. A schema that says more
   * beside its `$ref` is returned as an `allOf` (`readBeside`).
   */
  follow(value: unknown): unknown {
    let current = value;
    for (let step = 0; step < maximumChain; step++) {
      if (!isRecord(current) || typeof current.$ref !== "string") {
        return current;
      }
      const whole = this.readBeside(current);
      if (whole !== null) {
        return whole;
      }
      current = this.find(current.$ref)?.value;
    }
    return undefined;
  }

  /** Like `follow`, but undefined when the target is not an object. */
  followToRecord(value: unknown): UncheckedRecord | undefined {
    const target = this.follow(value);
    return isRecord(target) ? target : undefined;
  }

  /** Returns the `allOf` of a schema that says more beside its `$ref`; null when this is none, and always before OpenAPI 3.1. */
  readBeside(value: UncheckedRecord): UncheckedRecord | null {
    if (!this.#hasBeside || typeof value.$ref !== "string" || !saysMore(value)) {
      return null;
    }
    const known = this.#wholes.get(value);
    if (known !== undefined) {
      return known;
    }
    const { $ref, allOf, ...own } = value;
    const whole = { ...own, allOf: [{ $ref }, ...listOf(allOf)] };
    this.#wholes.set(value, whole);
    return whole;
  }
}

/** Members that only a schema has, and that restrict it or add to it. */
const schemaMembers = [
  "properties",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "pattern",
  "format",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "items",
  "prefixItems",
  "contains",
  "uniqueItems",
  "not",
  "if",
];
const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

const saysMore = (value: UncheckedRecord): boolean =>
  Array.isArray(value.required) || [...schemaMembers, ...bounds].some((name) => value[name] !== undefined);

function findInFile(files: ReadonlyMap<string, unknown>, reference: string): FoundValue | undefined {
  const [address, fragment] = splitAddress(reference);
  const value = files.get(address);
  if (value === undefined || fragment === "") {
    return value === undefined ? undefined : { pointer: `${address}#`, value };
  }
  const found = fragment.startsWith("/") ? findByPointer(value, fragment.slice(1)) : undefined;
  return found && { ...found, pointer: `${address}#${found.pointer}` };
}

/** Splits a reference at its first `#`. */
export function splitAddress(reference: string): [address: string, fragment: string] {
  const at = reference.indexOf("#");
  return at < 0 ? [reference, ""] : [reference.slice(0, at), reference.slice(at + 1)];
}

export function referenceOf(value: unknown): string {
  return isRecord(value) && typeof value.$ref === "string" ? value.$ref : "something that is not an object";
}
